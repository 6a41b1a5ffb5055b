import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";
import type { Account } from "../ledger/accounts";
import { inShop } from "../videos/in-shop.queries.server";
import type { Currency } from "./currency";
import type { PaymentMethod } from "./payment-method";
import type { SaleStatus } from "./sale-status";

/** Locks a video that is for sale against being taken out of the shop, while a sale of it is written. */
export async function lockShopVideo(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "creator_id", "title", "price_cents", "currency"])
    .where("id", "=", videoId)
    .where(inShop)
    .forShare()
    .executeTakeFirst();
}

/** The states of one person's sales of one video. */
export async function listSaleStatuses(
  db: Db,
  { consumerId, videoId }: { consumerId: string; videoId: string },
): Promise<SaleStatus[]> {
  const rows = await db
    .selectFrom("sales")
    .select("status")
    .distinct()
    .where("consumer_id", "=", consumerId)
    .where("video_id", "=", videoId)
    .execute();
  return rows.map((row) => row.status);
}

export interface NewSale {
  videoId: string;
  consumerId: string;
  amountCents: number;
  currency: Currency;
  platformFeeCents: number;
  creatorEarningsCents: number;
  checkoutExpiresAt: Date;
  now: Date;
}

const open = [
  "id",
  "amount_cents",
  "currency",
  "checkout_session_id",
  "checkout_url",
  "checkout_expires_at",
] as const;

/**
 * Gives the one pending sale of this person and video: the one there is, or a new one. Any number of requests at
 * once meet in the same row (unique index sales_one_pending_idx). Undefined when it was settled in this instant.
 */
export async function findOrInsertPendingSale(db: Db, sale: NewSale) {
  await db
    .insertInto("sales")
    .values({
      video_id: sale.videoId,
      consumer_id: sale.consumerId,
      amount_cents: sale.amountCents,
      currency: sale.currency,
      platform_fee_cents: sale.platformFeeCents,
      creator_earnings_cents: sale.creatorEarningsCents,
      checkout_expires_at: sale.checkoutExpiresAt,
      created_at: sale.now,
    })
    .onConflict((conflict) =>
      conflict.columns(["consumer_id", "video_id"]).where("status", "=", "pending").doNothing(),
    )
    .execute();
  return db
    .selectFrom("sales")
    .select(open)
    .where("consumer_id", "=", sale.consumerId)
    .where("video_id", "=", sale.videoId)
    .where("status", "=", "pending")
    .executeTakeFirst();
}

/**
 * Gives up a pending sale that nobody can pay: the checkout given is all that it has, null being none. Gives whether it
 * was; one that has another checkout by now, or was settled, stays as it is.
 */
export async function failUnpayableSale(
  db: Db,
  { saleId, sessionId }: { saleId: string; sessionId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sales")
    .set({ status: "failed" })
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .where("checkout_session_id", "is not distinct from", sessionId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Where a sale that is still pending is paid; undefined for one that has no checkout yet, or was settled. */
export async function findCheckoutUrl(db: Db, saleId: string): Promise<string | undefined> {
  const sale = await db
    .selectFrom("sales")
    .select("checkout_url")
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return sale?.checkout_url ?? undefined;
}

/** Gives up every pending sale whose checkout was never opened and would have ended before a moment. */
export async function failLapsedSales(db: Db, before: Date): Promise<void> {
  await db
    .updateTable("sales")
    .set({ status: "failed" })
    .where("status", "=", "pending")
    .where("checkout_session_id", "is", null)
    .where(({ fn }) => fn.coalesce("checkout_expires_at", "created_at"), "<", before)
    .execute();
}

/** Notes which checkout a pending sale is paid through. Gives false for a sale that was settled or given up meanwhile. */
export async function setCheckout(
  db: Db,
  { saleId, sessionId, url }: { saleId: string; sessionId: string; url: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sales")
    .set({ checkout_session_id: sessionId, checkout_url: url })
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Finds a person's own sale by the checkout they come back from. */
export async function findSaleByCheckout(
  db: Db,
  { consumerId, sessionId }: { consumerId: string; sessionId: string },
) {
  return db
    .selectFrom("sales")
    .select(["id", "video_id", "status"])
    .where("consumer_id", "=", consumerId)
    .where("checkout_session_id", "=", sessionId)
    .executeTakeFirst();
}

/** What the provider can be asked about a sale's payment. */
export async function findPaymentToLookUp(db: Db, saleId: string) {
  return db
    .selectFrom("sales")
    .select(["payment_intent_id", "paid_at"])
    .where("id", "=", saleId)
    .executeTakeFirst();
}

/**
 * A creator's totals: how many sales stand completed, and what the ledger says of the money, in cents of BRL, the
 * currency every upload is priced in. Earnings are what was credited and not taken back, paid out already or not.
 */
export async function sumCreatorSales(db: Db, creatorId: string) {
  const balance = (accounts: readonly Account[]) => (qb: Pick<Db, "selectFrom">) =>
    qb
      .selectFrom("ledger_balances")
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>("balance_cents"), val(0)).as("cents"))
      .where("creator_id", "=", creatorId)
      .where("currency", "=", "BRL")
      .where("account", "in", accounts);
  const { totalSales, creatorEarningsCents, platformFeeCents } = await db
    .selectNoFrom((qb) => [
      qb
        .selectFrom("sales")
        .innerJoin("videos", "videos.id", "sales.video_id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("videos.creator_id", "=", creatorId)
        .where("sales.status", "=", "completed")
        .as("totalSales"),
      balance(["creator", "in_transit", "paid_out"])(qb).as("creatorEarningsCents"),
      balance(["platform"])(qb).as("platformFeeCents"),
    ])
    .executeTakeFirstOrThrow();
  // Sums of bigint come as text.
  return {
    totalSales: totalSales ?? 0,
    creatorEarningsCents: Number(creatorEarningsCents),
    platformFeeCents: Number(platformFeeCents),
  };
}

/** How many sales a page of the creator's list shows. */
export const salesPerPage = 20;

/**
 * Lists a creator's sales, newest first, whatever came of them. Nothing says who bought.
 * Each video gives its newest few from the index, and only those are sorted: the cost grows with the videos, not with
 * the sales.
 */
export async function listCreatorSales(
  db: Db,
  { creatorId, after }: { creatorId: string; after?: Cursor },
): Promise<
  Page<{
    id: string;
    created_at: Date;
    paid_at: Date | null;
    title: string;
    creator_earnings_cents: number;
    currency: Currency;
    status: SaleStatus;
  }>
> {
  const rows = await db
    .selectFrom("videos")
    .innerJoinLateral(
      ({ selectFrom }) => {
        let newest = selectFrom("sales")
          .select([
            "sales.id",
            "sales.created_at",
            "paid_at",
            "creator_earnings_cents",
            "sales.currency",
            "status",
          ])
          .whereRef("sales.video_id", "=", "videos.id")
          .orderBy("sales.created_at", "desc")
          .orderBy("sales.id", "desc")
          .limit(salesPerPage + 1);
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
      "sale.creator_earnings_cents",
      "sale.currency",
      "sale.status",
    ])
    .where("videos.creator_id", "=", creatorId)
    .orderBy("sale.created_at", "desc")
    .orderBy("sale.id", "desc")
    .limit(salesPerPage + 1)
    .execute();
  return toPage(rows, salesPerPage);
}

/** How far someone is with buying a video: it is theirs, or its payment is on its way. */
export interface StandingSale {
  status: "completed" | "processing";
  method: PaymentMethod | null;
  /** Until when a code that was shown can be paid. */
  until: Date | null;
}

/** Of these videos, those the person has bought or is paying, by id. The one that gives access counts, else the newest. */
export async function listStandingSales(
  db: Db,
  { consumerId, videoIds }: { consumerId: string; videoIds: string[] },
): Promise<Map<string, StandingSale>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("sales")
    .select(["video_id", "status", "payment_method as method", "awaiting_until as until"])
    .where("consumer_id", "=", consumerId)
    .where("video_id", "in", videoIds)
    .where("status", "in", ["completed", "processing"])
    .orderBy("created_at")
    .execute();
  const sales = new Map<string, StandingSale>();
  for (const { video_id, status, ...sale } of rows) {
    if (status === "completed") sales.set(video_id, { status, ...sale });
    else if (status === "processing" && sales.get(video_id)?.status !== "completed")
      sales.set(video_id, { status, ...sale });
  }
  return sales;
}
