import { digestOf, type MailKind, rhythmOf } from "~/features/base/mail/mail-kinds";
import { type Mail, postMail } from "~/features/base/mail/post-mail.server";
import { dayMs, minuteMs } from "~/features/base/money/days";
import type { FailedRefund, RefundReason } from "~/features/money/ledger/refund-rules";
import type { RefundStatus, SaleStatus } from "~/features/money/ledger/sale-status";
import { defaultLocale, type Locale, locales } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { findRefund } from "./refunds.queries.server";

async function postRefundMail(
  trx: Db,
  { refundId, kind, key = kind, sendAt }: { refundId: string; kind: MailKind; key?: string; sendAt?: Date },
): Promise<void> {
  const refund = await findRefund(trx, refundId);
  if (!refund) throw new Error(`there is no refund ${refundId}`);
  await postMail(trx, {
    kind,
    key: `${key}:${refundId}`,
    to: { userId: refund.consumer_id },
    facts: { refundId },
    saleId: refund.sale_id,
    ...(sendAt && { sendAt }),
  });
}

/**
 * Posts the mail that asks the buyer for a Pix key, in the transaction that creates a refund by bank transfer or
 * records its failure.
 * @param again the previous key could not be used
 */
export async function askRefundKey(trx: Db, refundId: string, { again = false } = {}): Promise<void> {
  await postRefundMail(trx, { refundId, kind: "refundKey", ...(again && { key: "refundKeyAgain" }) });
}

/** Posts the mail that says that the Pix key of a refund was replaced, in the transaction that replaces it. */
export async function notifyChangedKey(trx: Db, refundId: string, now: Date): Promise<void> {
  await postRefundMail(trx, {
    refundId,
    kind: "refundKeyChanged",
    key: `refundKeyChanged:${now.getTime()}`,
  });
}

/**
 * Posts the mail about a bank transfer that the bank returned, in the transaction that records it: a buyer who withdrew
 * may request it again, and any other buyer is asked for another Pix key.
 */
export async function notifyReturnedRefund(trx: Db, { id, reason }: FailedRefund): Promise<void> {
  if (reason === "withdrawal") await postRefundMail(trx, { refundId: id, kind: "withdrawalFailed" });
  else await askRefundKey(trx, id, { again: true });
}

/** How long a new refund may take to be sent before a mail says that it is on its way, in milliseconds. */
const sendingMs = 60_000;

/**
 * Posts the mail about a new refund, in the transaction that stores it. One that is sent at once has a mail of its own
 * instead.
 */
export async function notifyNewRefund(trx: Db, refundId: string, now: Date): Promise<void> {
  await postRefundMail(trx, {
    refundId,
    kind: "refundOnItsWay",
    sendAt: new Date(now.getTime() + sendingMs),
  });
}

/**
 * Posts the mail about a failed refund, in the transaction that records it: of a withdrawal, which the buyer may ask
 * for again, and of a second payment, where it asks for another Pix key. Administrators see all others on the sale's
 * page.
 */
export async function notifyFailedRefund(trx: Db, { id, reason }: FailedRefund): Promise<void> {
  if (reason === "withdrawal") await postRefundMail(trx, { refundId: id, kind: "withdrawalFailed" });
  if (reason === "duplicate") await askRefundKey(trx, id, { again: true });
}

/** A refund whose status changed. `before`: undefined where it was unknown. */
export interface ChangedRefund {
  id: string;
  reason: RefundReason;
  status: RefundStatus;
  before: RefundStatus | undefined;
}

/**
 * Posts the mails about a refund as it is reported, in the transaction that records it. A buyer gets a mail about a
 * failure only after a mail about the refund.
 */
export async function notifyChangedRefund(trx: Db, refund: ChangedRefund): Promise<void> {
  const { id, status, before, reason } = refund;
  if (status === before) return;
  if (status === "succeeded") await postRefundMail(trx, { refundId: id, kind: "refundDone" });
  if (status === "pending") await postRefundMail(trx, { refundId: id, kind: "refundOnItsWay" });
  if (status !== "failed" || before === undefined) return;
  await notifyFailedRefund(trx, refund);
  if (reason !== "withdrawal" && before !== "requested")
    await postRefundMail(trx, { refundId: id, kind: "refundFailed" });
}

interface SettledChange {
  /** Before settling. */
  sale: {
    id: string;
    consumer_id: string;
    stored_status: SaleStatus;
    completed_at: Date | null;
    payment_method: string | null;
    creator_id: string;
  };
  status: SaleStatus;
  /** How many disputes the sale has had. */
  disputes: number;
  /** Whether the creator has sold before, and the rhythm that they chose for these mails. */
  creator: { hasSoldBefore: boolean; chosen: string | undefined };
  /** Whom a gift is for. */
  gift: { email: string | null; locale: string; deliverAt: Date | null; version: number } | undefined;
  now: Date;
}

const readLocale = (stored: string): Locale => locales.find((one) => one === stored) ?? defaultLocale;

/** Time for the payment method to be looked up, in milliseconds: the receipt names it. */
const lookUpMs = 3_000;

/** Posts the mails about a change of a sale, in the transaction that settles it. */
export async function postSaleMails(
  trx: Db,
  { sale, status, disputes, creator, gift, now }: SettledChange,
): Promise<void> {
  const post = (kind: MailKind, nth?: number, sendAt?: Date) =>
    postMail(trx, {
      kind,
      key: [kind, sale.id, ...(nth === undefined ? [] : [nth])].join(":"),
      to: { userId: sale.consumer_id },
      saleId: sale.id,
      ...(sendAt && { sendAt }),
    } satisfies Mail);
  if (status === "completed" && !sale.completed_at) {
    const sendAt = sale.payment_method === null ? new Date(now.getTime() + lookUpMs) : undefined;
    await post("receipt", undefined, sendAt);
    await postToCreator(trx, sale, creator, now);
    if (gift?.email) await postGift(trx, sale.id, { ...gift, email: gift.email });
  }
  if (sale.stored_status === "processing" && status === "failed") await post("paymentFailed");
  // The buyer of a gift has no access that would change.
  if (gift) return;
  if (sale.stored_status === "completed" && status === "disputed") await post("accessSuspended", disputes);
  if (sale.stored_status === "disputed" && status === "completed") await post("accessBack", disputes);
}

/** Posts the mail with a gift's link, for its day or at once. */
async function postGift(
  trx: Db,
  saleId: string,
  { email, locale, deliverAt, version }: NonNullable<SettledChange["gift"]> & { email: string },
): Promise<void> {
  await postMail(trx, {
    kind: "gift",
    key: `gift:${saleId}:${version}`,
    to: { email, locale: readLocale(locale) },
    saleId,
    facts: { version },
    ...(deliverAt && { sendAt: deliverAt }),
  });
}

/** Posts a sale's mail to its creator: of the first one always, of others as the creator chose. */
async function postToCreator(
  trx: Db,
  { id: saleId, creator_id: creatorId }: SettledChange["sale"],
  { hasSoldBefore, chosen }: SettledChange["creator"],
  now: Date,
): Promise<void> {
  const mail = { to: { userId: creatorId }, saleId };
  if (!hasSoldBefore) {
    const isFirst = await postMail(trx, { ...mail, kind: "firstSale", key: `firstSale:${creatorId}` });
    if (isFirst) return;
  }
  const rhythm = rhythmOf("sales", chosen);
  if (rhythm === "each") await postMail(trx, { ...mail, kind: "sale", key: `sale:${saleId}` });
  if (rhythm !== "daily") return;
  const { day, sendAt } = digestOf(now);
  const key = `salesOfDay:${creatorId}:${day}`;
  await postMail(trx, { kind: "salesOfDay", key, to: { userId: creatorId }, facts: { day }, sendAt });
}

/** Posts the mails about a boleto or Pix whose code is known: the code now, and a reminder before it expires. */
export async function postAwaitedMails(
  trx: Db,
  { saleId, consumerId, until }: { saleId: string; consumerId: string; until: Date },
  now: Date,
): Promise<void> {
  const mail = { to: { userId: consumerId }, saleId };
  await postMail(trx, { ...mail, kind: "paymentWaiting", key: `paymentWaiting:${saleId}` });
  const sendAt = reminderTime(until, now);
  if (sendAt)
    await postMail(trx, { ...mail, kind: "paymentReminder", key: `paymentReminder:${saleId}`, sendAt });
}

/** Time after which a buyer is reminded of a purchase that was begun and not paid, in milliseconds. */
export const unpaidReminderMs = dayMs;

/** Shortest remaining time of a code for which a reminder is worth sending, in milliseconds. */
const shortestMs = 20 * minuteMs;

/**
 * Returns when a buyer is reminded of a boleto or Pix: a day before it expires, or after half of a shorter time.
 * Returns undefined where it expires too soon.
 */
export function reminderTime(until: Date, now: Date): Date | undefined {
  const left = until.getTime() - now.getTime();
  if (left < shortestMs) return undefined;
  return new Date(until.getTime() - Math.min(dayMs, left / 2));
}
