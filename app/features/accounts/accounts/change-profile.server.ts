import type { Locale } from "~/i18n/languages";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { ProfileForm } from "./account-forms";
import { updateFullName } from "./profile.queries.server";
import { confirmationMailLimit } from "./sign-in-limits";

export type ProfileChange =
  | { ok: true; renamed: boolean; emailAsked: boolean }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Changes a name at once, and queues the mail by which a new e-mail is confirmed at its address. The answer is the same
 * whether another account has that e-mail: the mail is then not sent.
 */
export async function changeProfile(
  { db, rateLimits }: Pick<Services, "db" | "rateLimits">,
  viewer: { userId: string; email: string },
  { fullName, email, locale }: ProfileForm & { locale: Locale },
): Promise<ProfileChange> {
  const { userId } = viewer;
  const emailAsked = email !== viewer.email;
  if (emailAsked) {
    const taken = await rateLimits.take(confirmationMailLimit, userId);
    if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  }
  return db.transaction().execute(async (trx) => {
    const renamed = await updateFullName(trx, { userId, fullName });
    if (emailAsked) {
      const key = `confirm-email:${userId}`;
      await addJob(trx, "send-confirmation-mail", { userId, locale, newEmail: email }, { key });
    }
    return { ok: true, renamed, emailAsked };
  });
}
