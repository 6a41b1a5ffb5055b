import type { MailContext, MailParts, MailWriter, PostedMail } from "~/features/base/mail/mail-parts";
import { setMailLanguage } from "~/features/base/mail/mails.queries.server";
import { decideKeyNeed, toKeyedRefund } from "~/features/money/ledger/refund-rules";
import { listPaidCourses } from "~/features/orders/settlement/course-credits.queries.server";
import {
  findFailedWithdrawal,
  findKeyedRefund,
  findRefundWithoutKey,
  setRefundKey,
} from "~/features/orders/settlement/refunds.queries.server";
import { loadMoney } from "~/features/orders/settlement/resettle.server";
import { notifyChangedKey } from "~/features/orders/settlement/sale-notices.server";
import { listRefunds, lockSale } from "~/features/orders/settlement/settlement.queries.server";
import { productFact } from "~/features/videos/courses/describe-courses.server";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import type { Services } from "~/platform/services";
import { isOwnSale } from "./purchases.queries.server";
import { beginRefund } from "./refund-sale.server";
import { findRefundForMail, type MailedRefund } from "./sale-mails.queries.server";

const refundOf = ({ facts }: PostedMail, { db }: MailContext) =>
  findRefundForMail(db, String(facts.refundId));

/** A bank transfer needs a key first, which another mail asks for. */
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

/** Skipped once it was made again; a second payment's refund retries by itself. */
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

/**
 * Stores the Pix key (in the directory's form) for a refund by bank transfer, or corrects it until the transfer is sent.
 * If the transfer to the previous key failed, a new refund is made. `seenKeyGivenAt`: when the key on the page was given;
 * null for none. `changedMeanwhile`: another key was given since. `locale`: the buyer's language.
 */
export async function submitRefundKey(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    pixKey,
    locale,
    seenKeyGivenAt = null,
    ...purchase
  }: { consumerId: string; saleId: string; pixKey: string; locale: Locale; seenKeyGivenAt?: Date | null },
): Promise<{ ok: true } | { ok: false; error: "notFound" | "notNeeded" | "changedMeanwhile" }> {
  return db.transaction().execute(async (trx) => {
    const sale = (await isOwnSale(trx, purchase)) && (await lockSale(trx, purchase));
    if (!sale) return { ok: false, error: "notFound" };
    const [money, refunds] = [await loadMoney(trx, sale), await listRefunds(trx, sale.id)];
    const need = decideKeyNeed(money, refunds.map(toKeyedRefund));
    if (!need) return { ok: false, error: "notNeeded" };
    const now = clock();
    const replaces = need.kind === "change" ? need.keyGivenAt : null;
    if (replaces?.getTime() !== seenKeyGivenAt?.getTime())
      return { ok: false, error: seenKeyGivenAt ? "changedMeanwhile" : "notNeeded" };
    await setMailLanguage(trx, purchase.consumerId, locale);
    if (need.kind === "again") {
      const { reason, amountCents } = need;
      // The administrator who requested the first transfer does not confirm the next one either (docs/security.md, Two people).
      const firstRequester = reason === "admin" ? refunds.at(-1)?.requested_by : null;
      const refund = {
        amountCents,
        reason,
        channel: "outside",
        requestedBy: firstRequester ?? purchase.consumerId,
      } as const;
      await beginRefund(trx, sale, { ...refund, pixKey, locale }, now);
      return { ok: true };
    }
    const changed = await setRefundKey(trx, { saleId: sale.id, pixKey, replaces, locale, now });
    if (replaces) for (const refundId of changed) await notifyChangedKey(trx, refundId, now);
    return { ok: true };
  });
}

/** Skipped once the buyer has requested it again. */
export const writeWithdrawalFailed: MailWriter = async (
  { facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const refund = await findFailedWithdrawal(db, String(facts.refundId));
  if (!refund) return undefined;
  const amount = formatMoney(refund.amount_cents, refund.currency, locale);
  return {
    locale,
    subject: text("mails.withdrawal.subject", { amount }),
    paragraphs: [
      text("mails.withdrawal.failed", { title: refund.title, amount }),
      text(
        `mails.withdrawal.${refund.status === "returned" ? "returned" : refund.channel === "outside" ? "pixKey" : "sameWay"}`,
      ),
      text("mails.withdrawal.right"),
    ],
    button: { label: text("mails.withdrawal.press"), href: urlOf(`/purchases/${refund.sale_id}/withdraw`) },
  };
};

export const writeRefundKeyMail: MailWriter = async ({ facts }, { db, texts: { text, locale }, urlOf }) => {
  const refund = await findRefundWithoutKey(db, String(facts.refundId));
  if (!refund) return undefined;
  const amount = formatMoney(refund.amount_cents, refund.currency, locale);
  const { title } = refund;
  const why = refund.status === "requested" ? "why" : refund.status === "returned" ? "returned" : "failed";
  return {
    locale,
    subject: text("mails.refundKey.subject", { amount }),
    paragraphs: [
      text(refund.duplicate ? "mails.refundKey.twice" : "mails.refundKey.back", { title, amount }),
      text(`mails.refundKey.${why}`),
    ],
    button: {
      label: text("mails.refundKey.press"),
      href: urlOf(`/purchases/${refund.sale_id}/refund-key`),
    },
    smallPrint: [text("mails.refundKey.small")],
  };
};

/** So that nobody redirects a refund unnoticed. */
export const writeRefundKeyChanged: MailWriter = async (
  { facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const refund = await findKeyedRefund(db, String(facts.refundId));
  if (!refund) return undefined;
  const amount = formatMoney(refund.amount_cents, refund.currency, locale);
  return {
    locale,
    subject: text("mails.refundKey.changedSubject", { amount }),
    paragraphs: [
      text("mails.refundKey.changed", { amount, title: refund.title }),
      text("mails.refundKey.changedNotYou"),
    ],
    button: {
      label: text("mails.refundKey.changedPress"),
      href: urlOf(`/purchases/${refund.sale_id}/refund-key`),
    },
  };
};
