import { findWaitingEmail } from "~/features/accounts/account-changes/account-changes.queries.server";
import { findFullName } from "~/features/accounts/accounts/accounts.queries.server";
import { formatDateTime } from "~/features/base/form-fields/dates";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import type { Viewer } from "~/platform/session/session.queries.server";

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
