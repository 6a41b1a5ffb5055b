import { findWaitingEmail } from "~/features/base/account-changes/account-changes.queries.server";
import type { ProfileForm } from "~/features/base/accounts/account-forms";
import { findFullName } from "~/features/base/accounts/accounts.queries.server";
import { findAccountPage, updateFullName } from "~/features/base/accounts/profile.queries.server";
import { confirmationMailLimit, minLengthFor } from "~/features/base/accounts/sign-in-limits";
import { drawQrCode } from "~/features/base/documents/qr-code.server";
import {
  countRecoveryCodes,
  findRemoval,
  findSecondFactor,
} from "~/features/base/factors/second-factor.queries.server";
import { groupInFours } from "~/features/base/factors/second-factor-rules";
import {
  isSetUpOpen,
  readNewCodes,
  secretPurpose,
  totpAddress,
} from "~/features/base/factors/set-up-second-factor.server";
import { showRecentFactors } from "~/features/entrance/recovery/recent-factors.server";
import { formatDateTime, formatDay } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { nameBrowser } from "~/platform/session/actor.server";
import { listUserSessions, type Viewer } from "~/platform/session/session.queries.server";

/** `waiting`: a confirmed change of e-mail that does not apply yet. */
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

interface SecondFactorQuery {
  /** Its cookie holds new recovery codes, once. */
  request: Request;
  viewer: Pick<Viewer, "userId" | "email">;
  /** The secret of a factor that is being set up is shown only without it. */
  proofNeeded: boolean;
  locale: Locale;
}

/** Returns the second factor that is on, or the one being set up. */
export async function showSecondFactor(
  services: Pick<Services, "db" | "clock" | "secretBox" | "env">,
  { request, viewer: { userId, email }, proofNeeded, locale }: SecondFactorQuery,
) {
  const { db, secretBox } = services;
  const factor = await findSecondFactor(db, userId);
  if (factor?.confirmed_at) {
    const left = await countRecoveryCodes(db, userId);
    const codes = (await readNewCodes(services, request, userId)) ?? null;
    return {
      on: {
        since: formatDay(factor.confirmed_at, locale),
        left,
        codes,
        email,
        lost: (await findRemoval(db, userId)) !== undefined,
      },
      pending: null,
    };
  }
  if (!factor || proofNeeded || !isSetUpOpen(factor, services.clock())) return { on: null, pending: null };
  const secret = secretBox.open(factor.secret, secretPurpose);
  const pending = { secret: groupInFours(secret), qr: drawQrCode(totpAddress(secret, email)) ?? null };
  return { on: null, pending };
}

export type ProfileChange =
  | { ok: true; renamed: boolean; emailAsked: boolean }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Changes a name at once, and queues the mail that confirms a new e-mail. The result does not tell whether another
 * account has that e-mail: the mail is then not sent.
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
