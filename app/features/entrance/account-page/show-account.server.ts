import { findAccount } from "~/features/accounts/accounts/accounts.queries.server";
import { minLengthFor } from "~/features/accounts/accounts/password-length";
import { findUnconfirmedEmail } from "~/features/accounts/email-confirmation/email-confirmation.queries.server";
import { nameBrowser } from "~/features/base/form-fields/browser-name";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { showRecentFactors } from "~/features/entrance/recovery/recent-factors.server";
import { isRefusedAddress } from "~/features/mail/outbox/mails.queries.server";
import { findErasure } from "~/features/privacy-and-law/privacy/erasures.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { listUserSessions, type Viewer } from "~/platform/session/session.queries.server";

export type ShownAccount = Awaited<ReturnType<typeof showAccount>>;

/** Returns the ways in of a person, what is due for the account, and where it is signed in. */
export async function showAccount(
  { db, clock }: Pick<Services, "db" | "clock">,
  viewer: Viewer,
  locale: Locale,
) {
  const now = clock();
  const [account, unprovenEmail, sessions, erasure, mailRefused, recent] = await Promise.all([
    findAccount(db, viewer.userId),
    findUnconfirmedEmail(db, viewer.userId),
    listUserSessions(db, viewer.userId, now),
    findErasure(db, viewer.userId),
    isRefusedAddress(db, viewer.userId, now),
    showRecentFactors(db, { userId: viewer.userId, now, locale }),
  ]);
  return {
    email: viewer.email,
    unprovenEmail: unprovenEmail ?? null,
    mailRefused,
    erasedOn: erasure ? formatDateTime(erasure.due_at, locale) : null,
    hasPassword: account?.password_hash != null,
    hasGoogle: account?.google_sub != null,
    recent,
    minLength: minLengthFor(viewer.isAdmin),
    sessions: sessions.map((session) => ({
      id: session.public_id,
      browser: nameBrowser(session.user_agent),
      since: formatDateTime(session.created_at, locale),
      lastSeen: formatDateTime(session.last_seen_at, locale),
      current: session.id_hash === viewer.sessionIdHash,
    })),
  };
}
