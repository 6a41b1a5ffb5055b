import { sql } from "kysely";
import { saleEarning, shareOf } from "~/features/money/ledger/ledger.queries.server";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";

/**
 * Nothing was paid or begun to be paid: a payment that failed has a provider's id. `IS TRUE` keeps the planner from
 * the video's index, which may have thousands of later sales; its buyer has few.
 */
const isReplacedCheckout = sql<boolean>`(
  sales.status = 'failed' AND EXISTS (
    SELECT FROM payments WHERE payments.id = sales.payment_id AND payments.provider_payment_id IS NULL) AND EXISTS (
    SELECT FROM sales AS later
    WHERE later.consumer_id = sales.consumer_id AND (later.video_id = sales.video_id) IS TRUE
      AND (later.created_at, later.id) > (sales.created_at, sales.id)))`;

const salesPerPage = 20;

/**
 * Newest first, of any status, without checkouts that the buyer replaced by a later one. Reads the newest few of each
 * video from the index and sorts only those: the cost grows with the videos, not with the sales.
 */
export async function listCreatorSales(
  db: Db,
  { creatorId, after, limit = salesPerPage }: { creatorId: string; after?: Cursor; limit?: number },
): Promise<
  Page<{
    id: string;
    created_at: Date;
    paid_at: Date | null;
    title: string;
    creator_earnings_cents: number;
    currency: Currency;
    status: SaleStatus;
    earned_cents: number;
    released_at: Date | null;
  }>
> {
  const rows = await db
    .with("page", (cte) =>
      cte
        .selectFrom("videos")
        .innerJoinLateral(
          ({ selectFrom }) => {
            let newest = selectFrom("sales")
              .select(["sales.id", "sales.created_at", "paid_at", "sales.currency", "status"])
              .whereRef("sales.video_id", "=", "videos.id")
              .where(({ not }) => not(isReplacedCheckout))
              .orderBy("sales.created_at", "desc")
              .orderBy("sales.id", "desc")
              .limit(limit + 1);
            if (after) {
              newest = newest.where(({ eb, refTuple, tuple }) =>
                eb(refTuple("sales.created_at", "sales.id"), "<", tuple(after.createdAt, after.id)),
              );
            }
            return newest.as("sale");
          },
          (join) => join.onTrue(),
        )
        .select([
          "sale.id",
          "sale.created_at",
          "sale.paid_at",
          "videos.title",
          "sale.currency",
          "sale.status",
        ])
        .where("videos.creator_id", "=", creatorId)
        .orderBy("sale.created_at", "desc")
        .orderBy("sale.id", "desc")
        .limit(limit + 1),
    )
    .selectFrom("page")
    .innerJoinLateral(saleEarning("page.id").as("earning"), (join) => join.onTrue())
    .selectAll("page")
    .select(["earning.cents as earned_cents", "earning.released_at"])
    .select(shareOf("creator", "page.id").as("creator_earnings_cents"))
    .orderBy("page.created_at", "desc")
    .orderBy("page.id", "desc")
    .execute();
  return toPage(rows, limit);
}
