import { sql } from "kysely";
import type { PaymentMethod } from "~/features/base/money/payment-methods";
import type { SaleStatus } from "~/features/ledger/sales/sale-status";
import { isGiftOrSetAside } from "~/features/ledger/sales/set-aside.queries.server";
import { overlappingProducts } from "~/features/orders/course-credits/course-credits.queries.server";
import { hasAccess } from "~/features/videos/grants/access-grants.queries.server";
import type { Db } from "~/platform/db.server";

/** A person's access to one video, and their sales of it. */
export interface Standing {
  /** Whether the person has access now. */
  granted: boolean;
  /** Without payments that were set aside. */
  statuses: SaleStatus[];
}

/** Returns whether a person has access to a video, and the states of their sales of it. */
export async function findStanding(
  db: Db,
  { consumerId, videoId }: { consumerId: string; videoId: string },
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    SELECT ${hasAccess(consumerId, sql`${videoId}::uuid`)} AS granted,
      ARRAY(SELECT DISTINCT status FROM sales
        WHERE consumer_id = ${consumerId} AND video_id = ${videoId} AND NOT ${isGiftOrSetAside}) AS statuses`.execute(
    db,
  );
  const [standing] = rows;
  if (!standing) throw new Error("no row of a select without a condition");
  return standing;
}

interface CurrentPayment {
  /** The sale. */
  id: string;
  method: PaymentMethod | null;
  /** Until when a code that was shown can be paid. */
  until: Date | null;
}

/** A person's state with a video: access, a pending payment, or a dispute of their bank. */
export interface CardStanding {
  granted: boolean;
  sale: (CurrentPayment & { status: "processing" | "disputed" }) | undefined;
  /**
   * A pending payment of a lesson of this course, or of a course that has this lesson: until it is decided, this one
   * cannot be bought.
   */
  held: (CurrentPayment & { title: string; isCourse: boolean }) | undefined;
}

/**
 * Returns, by video id, the person's access to those videos and the sale that is being paid or disputed. Of several the
 * disputed one counts, then the newest. Payments that were set aside are left out. `held` as `listOverlappingSales`.
 */
export async function listStandings(
  db: Db,
  { consumerId, videoIds }: { consumerId: string; videoIds: string[] },
): Promise<Map<string, CardStanding>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("videos")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("sales")
          .select(["sales.id as sale_id", "status", "payment_method as method", "awaiting_until as until"])
          .where("consumer_id", "=", consumerId)
          .whereRef("sales.video_id", "=", "videos.id")
          .where("status", "in", ["processing", "disputed"])
          .where(({ not }) => not(isGiftOrSetAside))
          .orderBy("status")
          .orderBy("sales.created_at", "desc")
          .limit(1)
          .as("sale"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("sales")
          .innerJoin("videos as other", "other.id", "sales.video_id")
          .select(["sales.id as held_id", "payment_method as held_method", "awaiting_until as held_until"])
          .select(["other.title as held_title", "other.lesson_count as held_lessons"])
          .where("consumer_id", "=", consumerId)
          .where("sales.status", "=", "processing")
          .where("duplicate", "=", false)
          .where(({ not }) => not(isGiftOrSetAside))
          .where(sql<boolean>`sales.video_id IN ${overlappingProducts(sql.ref("videos.id"))}`)
          .orderBy("sales.created_at", "desc")
          .limit(1)
          .as("held"),
      (join) => join.onTrue(),
    )
    .select(["videos.id", "sale_id", "status", "method", "until"])
    .select(["held_id", "held_method", "held_until", "held_title", "held_lessons"])
    .select(hasAccess(consumerId).as("granted"))
    .where("videos.id", "in", videoIds)
    .execute();
  return new Map(
    rows.map(({ id, granted, sale_id, status, method, until, ...row }) => [
      id,
      {
        granted,
        sale:
          sale_id && (status === "processing" || status === "disputed")
            ? { id: sale_id, status, method, until }
            : undefined,
        held: row.held_id
          ? {
              id: row.held_id,
              method: row.held_method,
              until: row.held_until,
              title: row.held_title ?? "",
              isCourse: row.held_lessons !== null,
            }
          : undefined,
      },
    ]),
  );
}

export async function findSaleByCheckout(
  db: Db,
  { consumerId, checkoutId }: { consumerId: string; checkoutId: string },
) {
  return db
    .selectFrom("sales")
    .select(["id", "video_id", "status", "is_gift"])
    .where("consumer_id", "=", consumerId)
    .where("provider_checkout_id", "=", checkoutId)
    .executeTakeFirst();
}
