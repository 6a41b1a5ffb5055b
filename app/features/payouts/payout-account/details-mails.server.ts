import { formatDateTime } from "~/features/base/form-fields/dates";
import type { MailContext, MailWriter } from "~/features/mail/outbox/mail-writer";
import { maskDetails } from "~/features/payouts/payees/masked-detail";
import { findChange } from "./details.queries.server";
import { isHeld } from "./details-hold";

/**
 * Tells a creator that their payout details were changed, and from when; not sent where the change was cancelled since.
 */
export const writeDetailsChanged: MailWriter = async ({ facts }, context) => {
  const { db, texts, now } = context;
  const { text, locale } = texts;
  const change = await findChange(db, Number(facts.changeId));
  if (!change || change.cancelledAt) return undefined;
  const held = isHeld(change, now);
  const date = formatDateTime(change.effectiveAt, locale);
  return {
    ...frame(context),
    subject: text(held ? "payoutMails.changed.heldSubject" : "payoutMails.changed.subject"),
    paragraphs: [text(held ? "payoutMails.changed.held" : "payoutMails.changed.inForce", { date })],
    facts: [
      { label: text("payoutMails.from"), value: maskDetails(change.replaced) || "–" },
      { label: text("payoutMails.to"), value: maskDetails(change.chosen) || "–" },
      { label: text("payoutMails.changedAt"), value: formatDateTime(change.changedAt, locale) },
      { label: text("payoutMails.applies"), value: date },
    ],
  };
};

/** Tells a creator that a change of their payout details was cancelled. */
export const writeDetailsCancelled: MailWriter = async ({ facts }, context) => {
  const { db, texts } = context;
  const { text, locale } = texts;
  const change = await findChange(db, Number(facts.changeId));
  if (!change?.cancelledAt) return undefined;
  return {
    ...frame(context),
    subject: text("payoutMails.cancelled.subject"),
    paragraphs: [text("payoutMails.cancelled.text", { to: maskDetails(change.chosen) || "–" })],
    facts: [
      { label: text("payoutMails.staysAt"), value: maskDetails(change.replaced) || "–" },
      { label: text("payoutMails.cancelledAt"), value: formatDateTime(change.cancelledAt, locale) },
    ],
  };
};

/** The common part of both mails: the advice leads to recovery, which also works after a thief changed the password. */
function frame({ texts: { text, locale }, urlOf }: MailContext) {
  return {
    locale,
    label: text("payoutMails.label"),
    button: { label: text("payoutMails.press"), href: urlOf("/creator/payments") },
    notice: {
      strong: text("payoutMails.notYou"),
      text: text("payoutMails.notYouText"),
      link: { label: text("payoutMails.password"), href: urlOf("/forgot-password") },
    },
  };
}
