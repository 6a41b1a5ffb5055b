import { formatDay } from "~/features/base/form-fields/dates";
import type { Day } from "~/features/base/money/days";
import { formatPercent } from "~/features/base/money/platform-share";
import type { Reserve } from "~/features/ledger/ledger/reserve-rule";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { findReserveForMail } from "./releases.queries.server";

/** A reserve that was set or ended for a creator, until another one replaces it for the same day. */
export const writeReserveChanged: MailWriter = async ({ facts, userId }, { db, texts, urlOf }) => {
  const rule = await findReserveForMail(db, String(facts.reserveId));
  if (!rule || rule.creatorId !== userId || rule.replaced) return undefined;
  const { text, locale } = texts;
  const day = (of: Day) => formatDay(new Date(`${of}T12:00:00Z`), locale);
  const date = day(rule.from);
  const write = ({ bp, days }: Reserve) =>
    bp === 0
      ? text("creatorMails.reserve.none")
      : text("creatorMails.reserve.part", { percent: formatPercent(bp, locale), days });
  const ends = rule.bp === 0;
  return {
    locale,
    subject: text(ends ? "creatorMails.reserve.endsSubject" : "creatorMails.reserve.subject", { date }),
    title: text(ends ? "creatorMails.reserve.endsTitle" : "creatorMails.reserve.title"),
    paragraphs: [
      ends
        ? text("creatorMails.reserve.ends", { date })
        : text("creatorMails.reserve.text", {
            date,
            days: rule.days,
            percent: formatPercent(rule.bp, locale),
          }),
      text("creatorMails.reserve.untouched", { date }),
    ],
    facts: [
      {
        label: text("creatorMails.reserve.until"),
        value: write({ bp: rule.beforeBp, days: rule.beforeDays }),
      },
      { label: text("creatorMails.reserve.since", { date }), value: write(rule) },
      { label: text("creatorMails.reserve.reason"), value: rule.reason },
    ],
    button: { label: text("creatorMails.reserve.press"), href: urlOf("/creator/payments") },
  };
};
