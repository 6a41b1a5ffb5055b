import { sql } from "kysely";
import type { Currency } from "~/features/base/money/money";
import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import type { SaleTerms } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";

/**
 * Returns the buyer's e-mail and the video's title; undefined where one is missing or erased, or the buyer made the
 * video.
 */
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
  /** The platform's share in basis points. */
  platformShareBp: number;
  currency: Currency;
  isGift: boolean;
  begunAt: Date;
  now: Date;
}

/**
 * Inserts a sale as one whose money is still to come, with the fact that it was rebuilt: a buyer may have several of
 * those, and settling it follows. Returns false if there is one with this id or checkout.
 */
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
 * Ends the waiting mails of a rebuilt sale as `unconfirmed`: they were probably sent before the database was lost. The
 * sale's page shows them, and sends the receipt again. The mail with a boleto's or Pix's code, which a later lookup
 * would post, is ended likewise. Mails that the log says were sent (repeat-sent-mails.queries.server.ts) are attached
 * to the sale.
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
    .select(["provider_payment_id", "paid_at"])
    .where("id", "=", saleId)
    .executeTakeFirst();
}

export interface AwaitedCode {
  saleId: string;
  method: PaymentMethod;
  /** Until when it can be paid: a boleto's due date, a Pix code's end. */
  until: Date | null;
  /** The number of the boleto, or the text of the Pix code. */
  code: string | null;
  /** The provider's page for it. */
  voucherUrl: string | null;
}

/**
 * Stores how a payment on its way can be made. Returns the sale's buyer and status, or undefined for a sale that is
 * paid.
 */
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
