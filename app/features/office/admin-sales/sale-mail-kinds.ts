import type { MailKind } from "~/features/mail/outbox/mail-kinds";

/** The kinds of mails about one sale, as the administrators' page names them. */
export const saleMailKinds = [
  "receipt",
  "paymentWaiting",
  "paymentReminder",
  "paymentFailed",
  "leftWithoutPaying",
  "refundOnItsWay",
  "refundDone",
  "refundFailed",
  "refundKey",
  "refundKeyChanged",
  "withdrawalFailed",
  "accessSuspended",
  "accessBack",
  "firstSale",
  "sale",
] as const satisfies readonly MailKind[];
