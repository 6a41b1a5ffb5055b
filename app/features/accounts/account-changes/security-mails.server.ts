import { formatDateTime } from "~/features/base/form-fields/dates";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import type { Locale } from "~/i18n/languages";

/** Returns the moment in a mail's facts, as a text in the recipient's language. */
function shownMoment(at: unknown, locale: Locale): string {
  return formatDateTime(new Date(String(at)), locale);
}

/** A password was changed, by its owner or by a recovery link. */
export const writePasswordChanged: MailWriter = async ({ facts }, { texts: { text, locale }, urlOf }) => ({
  locale,
  subject: text("accountMails.passwordChanged.subject"),
  title: text("accountMails.passwordChanged.title"),
  paragraphs: [
    text("accountMails.passwordChanged.text", { date: shownMoment(facts.at, locale) }),
    text("accountMails.passwordChanged.notYou"),
  ],
  button: { label: text("accountMails.passwordChanged.press"), href: urlOf("/forgot-password") },
});

/** A sign-in from a browser without a mark of an earlier one. */
export const writeNewSignIn: MailWriter = async ({ facts }, { texts: { text, locale }, urlOf }) => ({
  locale,
  subject: text("accountMails.newSignIn.subject"),
  title: text("accountMails.newSignIn.title"),
  paragraphs: [text("accountMails.newSignIn.text"), text("accountMails.newSignIn.notYou")],
  button: { label: text("accountMails.newSignIn.press"), href: urlOf("/account") },
  facts: [
    {
      label: text("accountMails.newSignIn.browser"),
      value:
        typeof facts.browser === "string" ? facts.browser : text("accountMails.newSignIn.unknownBrowser"),
    },
    { label: text("accountMails.newSignIn.date"), value: shownMoment(facts.at, locale) },
  ],
});
