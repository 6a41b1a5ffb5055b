import { sql } from "kysely";
import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import type { Currency } from "~/i18n/money";
import type { SaleTerms } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";

/** Undefined if buyer or video is missing or erased, or the buyer made the video. */
export async function findRebuildableTerms(
  db: Db,
  { buyerId, videoId }: Pick<SaleTerms, "buyerId" | "videoId">,
): Promise<{ email: string; title: string } | undefined> {
  return db
    .selectFrom("users")
    .innerJoin("videos", (join) => join.on("videos.id", "=", videoId))
    .select(["users.email", "videos.title"])
    .where("users.id", "=", buyerId)
    .where("users.erased_at", "is", null)
    .whereRef("videos.creator_id", "!=", "users.id")
    .executeTakeFirst();
}

export async function findBuyerByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where(sql`lower(email)`, "=", email.trim().toLowerCase())
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row?.id;
}

interface RebuiltSale {
  saleId: string;
  checkoutId: string;
  buyerId: string;
  videoId: string;
  title: string;
  amountCents: number;
  /** In basis points. */
  platformShareBp: number;
  currency: Currency;
  isGift: boolean;
  begunAt: Date;
  now: Date;
}

/** Inserts a sale as unpaid; the caller settles it. Returns false if its id or checkout exists. */
export async function insertRebuiltSale(db: Db, sale: RebuiltSale): Promise<boolean> {
  const rebuild = sql.raw(sale.isGift ? "rebuild_gift" : "rebuild_sale");
  const { rows } = await sql<{ inserted: boolean }>`
    SELECT ${rebuild}(${sale.saleId}, ${sale.videoId}, ${sale.buyerId}, ${sale.amountCents}, ${sale.currency},
      ${sale.platformShareBp}, ${sale.checkoutId}, ${sale.title}, ${sale.begunAt}, ${sale.now}) AS inserted`.execute(
    db,
  );
  return rows[0]?.inserted === true;
}

/**
 * Ends the waiting mails of a rebuilt sale as `unconfirmed`: they were probably sent before the database was lost. So is
 * the mail with a boleto's or Pix's code, which a later lookup would post. Logged mails
 * (repeat-sent-mails.queries.server.ts) are attached to the sale.
 */
export async function holdSaleMails(db: Db, { saleId, now }: { saleId: string; now: Date }): Promise<void> {
  await sql`
    UPDATE mails SET sale_id = sales.id, user_id = sales.consumer_id, email = NULL, locale = NULL
    FROM sales WHERE sales.id = ${saleId} AND mails.user_id IS NULL
      AND mails.key IN ('receipt:' || sales.id, 'paymentWaiting:' || sales.id, 'paymentFailed:' || sales.id)`.execute(
    db,
  );
  await sql`
    INSERT INTO mails (kind, key, user_id, sale_id)
    SELECT 'paymentWaiting', 'paymentWaiting:' || id, consumer_id, id FROM sales
    WHERE id = ${saleId} AND status = 'processing' ON CONFLICT (key) DO NOTHING`.execute(db);
  await db
    .updateTable("mails")
    .set({ status: "unconfirmed", ended_at: now })
    .where("sale_id", "=", saleId)
    .where("status", "=", "waiting")
    .execute();
}

export async function findPaymentToLookUp(db: Db, saleId: string) {
  return db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select(["payments.provider_payment_id", "paid_at"])
    .where("sales.id", "=", saleId)
    .executeTakeFirst();
}

export interface AwaitedCode {
  saleId: string;
  method: PaymentMethod;
  /** A boleto's due date, or a Pix code's expiry. */
  until: Date | null;
  /** The boleto's number, or the Pix code's text. */
  code: string | null;
  voucherUrl: string | null;
}

/** Returns the sale's buyer and status; undefined for a paid sale. */
export async function setAwaited(db: Db, { saleId, ...awaited }: AwaitedCode) {
  return db
    .updateTable("sales")
    .set({
      payment_method: awaited.method,
      awaiting_until: awaited.until,
      awaiting_code: awaited.code,
      awaiting_voucher_url: awaited.voucherUrl,
    })
    .where("id", "=", saleId)
    .where("paid_at", "is", null)
    .returning(["consumer_id", "status"])
    .executeTakeFirst();
}
