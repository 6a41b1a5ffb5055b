import type { MailWriter } from "~/features/base/mail/mail-parts";
import { setMailLanguage } from "~/features/base/mail/mails.queries.server";
import { formatMoney } from "~/features/base/money/money";
import { decideKeyNeed } from "~/features/money/ledger/refund-rules";
import { toKeyedRefund } from "~/features/orders/settlement/keyed-refund";
import { notifyChangedKey } from "~/features/orders/settlement/notify-buyer.server";
import {
  findFailedWithdrawal,
  findKeyedRefund,
  findRefundWithoutKey,
  setRefundKey,
} from "~/features/orders/settlement/refunds.queries.server";
import { loadMoney } from "~/features/orders/settlement/resettle.server";
import { listRefunds, lockSale } from "~/features/orders/settlement/settlement.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { isOwnSale } from "./purchases.queries.server";
import { beginRefund } from "./refund-sale.server";

/**
 * Stores the Pix key for a buyer's refund by bank transfer, or corrects it until the transfer is sent, which a mail
 * tells. Where the money could not be sent to the previous key, or came back, a new refund is made. Returns `notNeeded`
 * where no refund waits for a key, `changedMeanwhile` where another key was given since the page was loaded.
 * @param pixKey in the directory's form
 * @param seenKeyGivenAt when the key was given that the page showed; null for none
 * @param locale the buyer's language, for a mail about a failure
 */
export async function submitRefundKey(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    pixKey,
    locale,
    seenKeyGivenAt = null,
    ...own
  }: { consumerId: string; saleId: string; pixKey: string; locale: Locale; seenKeyGivenAt?: Date | null },
): Promise<{ ok: true } | { ok: false; error: "notFound" | "notNeeded" | "changedMeanwhile" }> {
  return db.transaction().execute(async (trx) => {
    const sale = (await isOwnSale(trx, own)) && (await lockSale(trx, own));
    if (!sale) return { ok: false, error: "notFound" };
    const [money, refunds] = [await loadMoney(trx, sale), await listRefunds(trx, sale.id)];
    const need = decideKeyNeed(money, refunds.map(toKeyedRefund));
    if (!need) return { ok: false, error: "notNeeded" };
    const now = clock();
    const replaces = need.kind === "change" ? need.keyGivenAt : null;
    if (replaces?.getTime() !== seenKeyGivenAt?.getTime())
      return { ok: false, error: seenKeyGivenAt ? "changedMeanwhile" : "notNeeded" };
    await setMailLanguage(trx, own.consumerId, locale);
    if (need.kind === "again") {
      const { reason, amountCents } = need;
      // Who asked for the first transfer does not confirm the next one either (docs/security.md, Two people).
      const asked = reason === "admin" ? refunds.at(-1)?.requested_by : null;
      const refund = {
        amountCents,
        reason,
        channel: "outside",
        requestedBy: asked ?? own.consumerId,
      } as const;
      await beginRefund(trx, sale, { ...refund, pixKey, locale }, now);
      return { ok: true };
    }
    const changed = await setRefundKey(trx, { saleId: sale.id, pixKey, replaces, locale, now });
    if (replaces) for (const refundId of changed) await notifyChangedKey(trx, refundId, now);
    return { ok: true };
  });
}

/** A buyer withdrew, and the refund failed: where to request it again, unless they did. */
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

/** Asks a buyer for the Pix key of a refund by bank transfer, unless it has one. */
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

/** Tells a buyer that the Pix key of a refund was replaced, so that nobody else redirects it unnoticed. */
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
