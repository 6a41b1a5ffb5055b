import { digestOf, type MailKind, rhythmOf } from "~/features/base/mail/mail-kinds";
import { type Mail, postMail } from "~/features/base/mail/post-mail.server";
import type { FailedRefund } from "~/features/money/ledger/refund-rules";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { dayMs, minuteMs } from "~/i18n/days";
import { defaultLocale, type Locale, locales } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { findRefund } from "./refunds.queries.server";
import type { ChangedRefund } from "./settlement.queries.server";

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

/** `again`: the previous key could not be used. */
export async function askRefundKey(trx: Db, refundId: string, { again = false } = {}): Promise<void> {
  await postRefundMail(trx, { refundId, kind: "refundKey", ...(again && { key: "refundKeyAgain" }) });
}

export async function notifyChangedKey(trx: Db, refundId: string, now: Date): Promise<void> {
  await postRefundMail(trx, {
    refundId,
    kind: "refundKeyChanged",
    key: `refundKeyChanged:${now.getTime()}`,
  });
}

/** A buyer who withdrew may request it again; any other is asked for another Pix key. */
export async function notifyReturnedRefund(trx: Db, { id, reason }: FailedRefund): Promise<void> {
  if (reason === "withdrawal") await postRefundMail(trx, { refundId: id, kind: "withdrawalFailed" });
  else await askRefundKey(trx, id, { again: true });
}

/** Delay of the mail: a refund that is sent at once has a mail of its own instead. */
const sendingMs = 60_000;

export async function notifyNewRefund(trx: Db, refundId: string, now: Date): Promise<void> {
  await postRefundMail(trx, {
    refundId,
    kind: "refundOnItsWay",
    sendAt: new Date(now.getTime() + sendingMs),
  });
}

/** Administrators see failures of other reasons on the sale's page. */
export async function notifyFailedRefund(trx: Db, { id, reason }: FailedRefund): Promise<void> {
  if (reason === "withdrawal") await postRefundMail(trx, { refundId: id, kind: "withdrawalFailed" });
  if (reason === "duplicate") await askRefundKey(trx, id, { again: true });
}

/** A buyer gets a mail about a failure only after a mail about the refund. */
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
  /** The sale's disputes so far. */
  disputes: number;
  /** `chosen`: their rhythm for these mails. */
  creator: { hasSoldBefore: boolean; chosen: string | undefined };
  gift: { email: string | null; locale: string; deliverAt: Date | null; version: number } | undefined;
  now: Date;
}

const readLocale = (stored: string): Locale => locales.find((one) => one === stored) ?? defaultLocale;

/** Time to look up the payment method, which the receipt names. */
const lookUpMs = 3_000;

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

/** The first sale always, others as the creator chose. */
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

/** The code now, and a reminder before it expires. */
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

/** Time from an unpaid purchase to its reminder. */
export const unpaidReminderMs = dayMs;

/** A code with less time left gets no reminder. */
const shortestMs = 20 * minuteMs;

/** A day before the expiry, or after half of a shorter time; undefined if it expires too soon. */
export function reminderTime(until: Date, now: Date): Date | undefined {
  const left = until.getTime() - now.getTime();
  if (left < shortestMs) return undefined;
  return new Date(until.getTime() - Math.min(dayMs, left / 2));
}
