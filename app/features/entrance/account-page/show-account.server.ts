import { findWaitingEmail } from "~/features/accounts/account-changes/account-changes.queries.server";
import { findFullName } from "~/features/accounts/accounts/accounts.queries.server";
import { minLengthFor } from "~/features/accounts/accounts/password-length";
import { nameBrowser } from "~/features/base/form-fields/browser-name";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { showRecentFactors } from "~/features/entrance/recovery/recent-factors.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { listUserSessions, type Viewer } from "~/platform/session/session.queries.server";
import { findAccountPage } from "./account-page.queries.server";

/** Returns a person's name and e-mail, and a confirmed change of e-mail that does not apply yet. */
export async function showProfile({ db }: Pick<Services, "db">, { userId, email }: Viewer, locale: Locale) {
  const waiting = await findWaitingEmail(db, userId);
  const fullName = (await findFullName(db, userId)) ?? "";
  return {
    email,
    fullName,
    waiting: waiting
      ? { email: waiting.new_email ?? "", date: formatDateTime(waiting.due_at, locale) }
      : null,
  };
}

export type ProfileView = Awaited<ReturnType<typeof showProfile>>;

export type AccountView = Awaited<ReturnType<typeof showAccount>>;

/** Returns a person's sign-in methods, the pending tasks of the account, and its sessions. */
export async function showAccount(
  { db, clock }: Pick<Services, "db" | "clock">,
  viewer: Viewer,
  locale: Locale,
) {
  const now = clock();
  const [account, sessions, recent] = await Promise.all([
    findAccountPage(db, { userId: viewer.userId, now }),
    listUserSessions(db, viewer.userId, now),
    showRecentFactors(db, { userId: viewer.userId, now, locale }),
  ]);
  return {
    email: viewer.email,
    unprovenEmail: account && !account.email_verified ? account.email : null,
    mailRefused: account?.mail_refused === true,
    erasedOn: account?.erased_on ? formatDateTime(account.erased_on, locale) : null,
    hasPassword: account?.has_password === true,
    hasGoogle: account?.has_google === true,
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
