import { formatDateTime } from "~/features/base/form-fields/dates";
import type { MailContext, MailWriter } from "~/features/mail/outbox/mail-writer";
import type { JsonObject } from "~/platform/schema";
import { findWaitingEmail } from "./account-changes.queries.server";

const emailIn = (facts: JsonObject) => (typeof facts.email === "string" ? facts.email : "");

const toAccount = ({ texts: { text }, urlOf }: MailContext) => ({
  label: text("securityMails.press"),
  href: urlOf("/account/profile"),
});

/** Informs both addresses that an e-mail will change, and from when on; skipped once that change was made or ended. */
export const writeEmailChangeWaits: MailWriter = async ({ userId, facts }, context) => {
  const owner = userId ?? (typeof facts.ownerId === "string" ? facts.ownerId : undefined);
  const waiting = owner && (await findWaitingEmail(context.db, owner));
  if (!waiting || waiting.new_email !== emailIn(facts)) return undefined;
  const { text, locale } = context.texts;
  const date = formatDateTime(new Date(String(facts.at)), locale);
  return {
    locale,
    subject: text("undoMails.waits.subject"),
    paragraphs: [
      text("mails.hello"),
      text("undoMails.waits.text", { date, email: emailIn(facts) }),
      text("undoMails.waits.account"),
    ],
    button: toAccount(context),
  };
};

/** Informs that an e-mail does not change: its owner cancelled it, or another account has the new one. */
export function writeEmailChangeStopped(why: "cancelled" | "failed"): MailWriter {
  return async ({ facts }, context) => {
    const { text, locale } = context.texts;
    return {
      locale,
      subject: text(`undoMails.${why}.subject`),
      paragraphs: [text("mails.hello"), text(`undoMails.${why}.text`, { email: emailIn(facts) })],
      button: toAccount(context),
    };
  };
}

export const writeChangeUndone: MailWriter = async ({ facts }, { texts: { text, locale }, urlOf }) => ({
  locale,
  subject: text("undoMails.undone.subject"),
  paragraphs: [
    text("mails.hello"),
    text("undoMails.undone.text", { email: emailIn(facts) }),
    text("undoMails.undone.next"),
  ],
  button: { label: text("undoMails.undone.press"), href: urlOf("/forgot-password") },
});

/** Informs that an account was linked with Google, and what that removed (docs/decisions/0014). */
export const writeGoogleLinked: MailWriter = async ({ facts }, { texts: { text, locale }, urlOf }) => {
  const dropped = facts.dropped === true;
  return {
    locale,
    subject: text("undoMails.google.subject"),
    paragraphs: [
      text("mails.hello"),
      text("undoMails.google.text", { email: emailIn(facts) }),
      ...(dropped ? [text("undoMails.google.dropped")] : []),
      ...(facts.payoutForgotten === true ? [text("undoMails.google.payout")] : []),
      dropped ? text("undoMails.google.password") : text("securityMails.notYou"),
    ],
    button: dropped
      ? { label: text("undoMails.google.press"), href: urlOf("/forgot-password") }
      : { label: text("undoMails.google.see"), href: urlOf("/account") },
  };
};
