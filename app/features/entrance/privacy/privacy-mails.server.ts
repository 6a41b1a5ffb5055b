import type { MailWriter } from "~/features/base/mail/mail-parts";
import { formatDateTime } from "~/i18n/dates";
import { findOwnExport } from "./data-download.queries.server";
import { findErasure } from "./erasures.queries.server";
import { downloadDays } from "./retention";

const page = "/account/data";

/** None if the download was replaced or removed meanwhile. */
export const writeDataReady: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const download = userId ? await findOwnExport(db, userId) : undefined;
  if (!download?.ready_at || download.id !== facts.exportId) return undefined;
  return {
    locale,
    subject: text("privacyMails.dataReady.subject"),
    paragraphs: [
      text("privacyMails.dataReady.text"),
      text("privacyMails.dataReady.until", { days: String(downloadDays) }),
    ],
    button: { label: text("privacyMails.dataReady.press"), href: urlOf(page) },
    smallPrint: [text("privacyMails.notYou")],
  };
};

/** None if the erasure was revoked meanwhile, or has begun. */
export const writeErasureScheduled: MailWriter = async (
  { userId },
  { db, now, texts: { text, locale }, urlOf },
) => {
  const erasure = userId ? await findErasure(db, userId) : undefined;
  if (!erasure || erasure.begun_at || erasure.due_at <= now) return undefined;
  return {
    locale,
    subject: text("privacyMails.erasureScheduled.subject"),
    paragraphs: [
      text("privacyMails.erasureScheduled.text", { date: formatDateTime(erasure.due_at, locale) }),
      text("privacyMails.erasureScheduled.keep"),
    ],
    button: { label: text("privacyMails.erasureScheduled.press"), href: urlOf(page) },
    smallPrint: [text("privacyMails.notYou")],
  };
};

export const writeErasureRevoked: MailWriter = async (_, { texts: { text, locale }, urlOf }) => ({
  locale,
  subject: text("privacyMails.erasureRevoked.subject"),
  paragraphs: [text("privacyMails.erasureRevoked.text")],
  button: { label: text("privacyMails.erasureRevoked.press"), href: urlOf("/account") },
  smallPrint: [text("privacyMails.notYou")],
});

export const writeErasureBegun: MailWriter = async (_, { texts: { text, locale } }) => ({
  locale,
  subject: text("privacyMails.erasureBegun.subject"),
  paragraphs: [text("privacyMails.erasureBegun.text"), text("privacyMails.erasureBegun.waits")],
});
