import { formatDay } from "~/features/base/form-fields/dates";
import { formatPercent } from "~/features/base/money/platform-share";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { findFeeForMail } from "./creator-fees.queries.server";

/** A fee that was decided for a creator, until another one replaces it for the same day. Names no past sale. */
export const writeFeeChanged: MailWriter = async ({ facts, userId }, { db, texts, urlOf }) => {
  const fee = await findFeeForMail(db, String(facts.feeId));
  if (!fee || fee.creatorId !== userId || fee.replaced) return undefined;
  const { text, locale } = texts;
  const shares = (bp: number) => ({
    creator: formatPercent(10_000 - bp, locale),
    platform: formatPercent(bp, locale),
  });
  const date = formatDay(new Date(`${fee.from}T12:00:00Z`), locale);
  return {
    locale,
    subject: text("creatorMails.fee.subject", { date }),
    title: text("creatorMails.fee.title"),
    paragraphs: [
      text("creatorMails.fee.text", { date, ...shares(fee.bp) }),
      text("creatorMails.fee.untouched", { date }),
    ],
    facts: [
      { label: text("creatorMails.fee.until"), value: text("creatorMails.fee.share", shares(fee.beforeBp)) },
      {
        label: text("creatorMails.fee.since", { date }),
        value: text("creatorMails.fee.share", shares(fee.bp)),
      },
      { label: text("creatorMails.fee.reason"), value: fee.reason },
    ],
    button: { label: text("creatorMails.fee.press"), href: urlOf("/creator/payments") },
  };
};
