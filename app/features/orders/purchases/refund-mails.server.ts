import type { MailContext, MailParts, MailWriter, PostedMail } from "~/features/base/mail/mail-parts";
import { formatMoney } from "~/features/base/money/money";
import { listPaidCourses } from "~/features/orders/settlement/course-credits.queries.server";
import { productFact } from "~/features/videos/courses/product-fact";
import type { MessageKey } from "~/i18n/message-key";
import { findRefundForMail, type MailedRefund } from "./sale-for-mail.queries.server";

const refundOf = ({ facts }: PostedMail, { db }: MailContext) =>
  findRefundForMail(db, String(facts.refundId));

/**
 * A refund that was requested and has not ended. One by bank transfer first needs a key, which another mail asks for.
 */
export const writeRefundOnItsWay: MailWriter = async (mail, context) => {
  const refund = await refundOf(mail, context);
  if (!refund || (refund.status !== "requested" && refund.status !== "pending")) return undefined;
  const byHand = refund.channel === "outside";
  if (byHand && !refund.has_key) return undefined;
  return refundParts(refund, context, {
    subject: "buyerMails.refund.onItsWaySubject",
    title: "buyerMails.refund.onItsWayTitle",
    about: "buyerMails.refund.onItsWay",
    how: byHand ? "buyerMails.refund.byHand" : howBack(refund),
  });
};

/** A refund that the provider or an administrator sent. */
export const writeRefundDone: MailWriter = async (mail, context) => {
  const refund = await refundOf(mail, context);
  if (refund?.status !== "succeeded") return undefined;
  return refundParts(refund, context, {
    subject: "buyerMails.refund.doneSubject",
    title: "buyerMails.refund.doneTitle",
    about: "buyerMails.refund.done",
    how: refund.channel === "outside" ? "buyerMails.refund.sent" : howBack(refund),
  });
};

/** A refund that was sent and came back, unless it was made again; a second payment's is made again by itself. */
export const writeRefundFailed: MailWriter = async (mail, context) => {
  const refund = await refundOf(mail, context);
  if (refund?.status !== "failed" || (refund.made_again && refund.reason !== "duplicate")) return undefined;
  return refundParts(refund, context, {
    subject: "buyerMails.refund.failedSubject",
    title: "buyerMails.refund.failedTitle",
    about: "buyerMails.refund.failed",
  });
};

function howBack({ payment_method }: MailedRefund): MessageKey | undefined {
  if (payment_method === "card") return "buyerMails.refund.card";
  return payment_method === "pix" ? "buyerMails.refund.pix" : undefined;
}

interface RefundTexts {
  subject: MessageKey;
  title: MessageKey;
  about: MessageKey;
  how?: MessageKey | undefined;
}

async function refundParts(
  refund: MailedRefund,
  { db, texts: { text, locale }, urlOf }: MailContext,
  keys: RefundTexts,
): Promise<MailParts> {
  const amount = formatMoney(refund.amount_cents, refund.currency, locale);
  const { title } = refund;
  const courses = await listPaidCourses(db, refund.sale_id, "ended");
  return {
    locale,
    label: text("buyerMails.refund.label"),
    subject: text(keys.subject, { amount }),
    title: text(keys.title),
    paragraphs: [
      text(keys.about, { amount, title }),
      ...(refund.reason === "duplicate" ? [text("buyerMails.refund.twice")] : []),
      ...(refund.reason === "duplicate" && refund.has_access ? [text("buyerMails.refund.twiceYours")] : []),
      ...(keys.how ? [text(keys.how)] : []),
      ...courses.map((course) => text("buyerMails.refund.courseEnded", { title: course })),
    ],
    button: { label: text("buyerMails.refund.press"), href: urlOf("/purchases") },
    amount: { label: text("buyerMails.facts.amount"), value: amount },
    facts: [productFact(refund, text), { label: text("buyerMails.facts.number"), value: refund.sale_id }],
  };
}
