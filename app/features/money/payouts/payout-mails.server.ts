import type { MailContext, MailWriter, PostedMail } from "~/features/base/mail/mail-parts";
import { maskDetail } from "~/features/money/payees/masked-detail";
import { formatMoney } from "~/i18n/money";
import type { PageTexts } from "~/i18n/texts";
import { findPayout } from "./batches.queries.server";

async function loadPayout({ facts, userId }: PostedMail, { db, texts }: MailContext) {
  const payout = await findPayout(db, String(facts.payoutId));
  if (!payout || payout.creator_id !== userId) return undefined;
  const amount = formatMoney(payout.amount_cents, "BRL", texts.locale);
  return { payout, values: { amount, destination: nameDestination(payout, texts) } };
}

type Payout = NonNullable<Awaited<ReturnType<typeof findPayout>>>;

/** Part of a sentence. Masked: others may read the mailbox. */
function nameDestination(payout: Payout, { text }: PageTexts): string {
  const { payment_method: method, pix_key: key, bank_name: bank, bank_account_number: number } = payout;
  if (method === "pix") return text("creatorMails.payout.toPix", { key: maskDetail(key ?? "") });
  if (method === "bank")
    return text("creatorMails.payout.toBank", { bank: bank ?? "", number: maskDetail(number ?? "") });
  return text("creatorMails.payout.toCard", { last4: payout.card_last4 ?? "" });
}

/** Undefined once the outcome is recorded. */
export const writePayoutPrepared: MailWriter = async (mail, context) => {
  const loaded = await loadPayout(mail, context);
  if (loaded?.payout.status !== "prepared") return undefined;
  const { text, locale } = context.texts;
  const { payout, values } = loaded;
  return {
    locale,
    subject: text("creatorMails.payout.preparedSubject", values),
    title: text("creatorMails.payout.preparedTitle"),
    paragraphs: [text("creatorMails.payout.prepared", values)],
    button: {
      label: text("creatorMails.payout.pressStatement"),
      href: context.urlOf(`/creator/payouts/${payout.id}`),
    },
    amount: { label: text("creatorMails.payout.amount"), value: values.amount },
  };
};

export const writePayoutSettled: MailWriter = async (mail, context) => {
  const loaded = await loadPayout(mail, context);
  if (!loaded || loaded.payout.status === "prepared") return undefined;
  const { text, locale } = context.texts;
  const { payout, values } = loaded;
  const kind = payout.status;
  const reason = kind === "returned" ? payout.return_reason : payout.failure;
  const paid = kind === "paid";
  return {
    locale,
    subject: text(`creatorMails.payout.${kind}Subject`, values),
    title: text(`creatorMails.payout.${kind}Title`),
    paragraphs: [
      text(`creatorMails.payout.${kind}`, values),
      ...(reason ? [text("creatorMails.payout.reason", { reason })] : []),
      text(
        paid
          ? "creatorMails.payout.statement"
          : kind === "returned"
            ? "creatorMails.payout.returnedKept"
            : "creatorMails.payout.kept",
      ),
    ],
    button: paid
      ? {
          label: text("creatorMails.payout.pressStatement"),
          href: context.urlOf(`/creator/payouts/${payout.id}`),
        }
      : { label: text("creatorMails.payout.pressSettings"), href: context.urlOf("/creator/payments") },
    amount: { label: text("creatorMails.payout.amount"), value: values.amount },
    ...(paid &&
      payout.bank_reference && {
        facts: [{ label: text("creatorMails.payout.reference"), value: payout.bank_reference }],
      }),
  };
};
