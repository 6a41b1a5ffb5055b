import type { MailKind } from "~/features/base/mail/mail-kinds";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { FailedRefund, RefundReason } from "~/features/money/ledger/refund-rules";
import type { RefundStatus } from "~/features/money/ledger/sale-status";
import type { Db } from "~/platform/db.server";
import { findRefundBuyer } from "./refunds.queries.server";

async function postRefundMail(
  trx: Db,
  { refundId, kind, key = kind, sendAt }: { refundId: string; kind: MailKind; key?: string; sendAt?: Date },
): Promise<void> {
  const { sale_id: saleId, consumer_id: userId } = await findRefundBuyer(trx, refundId);
  await postMail(trx, {
    kind,
    key: `${key}:${refundId}`,
    to: { userId },
    facts: { refundId },
    saleId,
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
