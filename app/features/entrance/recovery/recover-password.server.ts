import { postPasswordChanged } from "~/features/base/account-changes/account-mails.server";
import { findCredentials, findPasswordOwner } from "~/features/base/accounts/accounts.queries.server";
import { refuseNewPassword } from "~/features/base/accounts/password-strength.server";
import type { Client } from "~/features/base/audit/actor.server";
import { cancelWaitingEmailIn } from "~/features/base/email-confirmation/change-email.server";
import { revokeRemovalIn } from "~/features/base/factors/lost-second-factor.server";
import { frameOf } from "~/features/base/mail/mail-content.server";
import { renderMail } from "~/features/base/mail/mail-layout.server";
import type { MailParts } from "~/features/base/mail/mail-parts";
import { serverPageTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import { localizePath } from "~/i18n/page-language";
import type { PageTexts } from "~/i18n/texts";
import type { Job } from "~/platform/jobs/jobs";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { hashToken, isToken, makeToken } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import { deleteUserSessions } from "~/platform/session/session.queries.server";
import {
  consumePasswordReset,
  deleteUnconfirmedFactors,
  deleteUnconfirmedPayoutDetails,
  findPasswordReset,
  replacePasswordReset,
  setRecoveredPassword,
} from "./password-recovery.queries.server";
import { type FactorView, removeRecentFactors, showRecentFactors } from "./recent-factors.server";
import { recoveryLinkExpiry, recoveryMinutes, recoveryPaths, withReturnPath } from "./recovery-area";

/**
 * Queues a recovery mail. Known and unknown e-mails take the same time and get the same response; the job looks up
 * the account.
 */
export async function requestRecovery(
  { db }: Pick<Services, "db">,
  asked: Job["send-recovery-mail"],
): Promise<void> {
  await addJob(db, "send-recovery-mail", asked, { key: `recovery:${asked.email.toLowerCase()}` });
}

/** `ended`: used, replaced or expired. */
type RecoveryLink = "usable" | "ended" | "missing";

export interface CheckedLink {
  link: RecoveryLink;
  /** What the new password removes unless the person keeps it. */
  recent: FactorView[];
}

/**
 * Checks a recovery link without consuming it. `token`: empty if the URL has none. An account whose e-mail was never
 * confirmed has no list: its passkeys and second factor are removed in any case.
 */
export async function checkRecoveryLink(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  locale: Locale,
): Promise<CheckedLink> {
  if (token === "") return { link: "missing", recent: [] };
  const now = clock();
  const found = isToken(token) ? await findPasswordReset(db, hashToken(token), now) : undefined;
  if (!found) return { link: "ended", recent: [] };
  const { user_id: userId } = found;
  const recent = found.email_verified_at === null ? [] : await showRecentFactors(db, { userId, now, locale });
  return { link: "usable", recent };
}

/** `payoutForgotten`: the payment details must be entered again. `removed`: what was added recently was removed. */
interface Recovered {
  userId: string;
  payoutForgotten: boolean;
  removed: boolean;
}

interface NewPassword {
  token: string;
  password: string;
  /** Whether the person keeps what was added recently, by its key; default: nothing. */
  keeps?: (key: string) => boolean;
  client?: Client;
}

/**
 * Sets a new password by a recovery link and ends all sessions of the account. What was added recently goes unless it
 * is kept (docs/decisions/0078), and a change of e-mail that waits is cancelled. If the e-mail was not confirmed yet, the
 * link confirms it, and the payment details, passkeys and second factor from before are deleted (docs/decisions/0014).
 * Returns undefined for an invalid link, and for a valid one `problem` if the password is easy to guess: the link stays
 * usable.
 */
export async function resetPassword(
  { db, passwords, clock }: Pick<Services, "db" | "passwords" | "clock">,
  { token, password, keeps, client }: NewPassword,
): Promise<Recovered | { problem: MessageKey } | undefined> {
  if (!isToken(token)) return undefined;
  const tokenHash = hashToken(token);
  const found = await findPasswordReset(db, tokenHash, clock());
  if (!found) return undefined;
  // Six characters are enough for an administrator here, too (product.md, Constants): the admin login advises a longer
  // password.
  const owner = await findPasswordOwner(db, found.user_id);
  const problem = refuseNewPassword(password, { ...owner, isAdmin: false });
  if (problem) return { problem };
  const passwordHash = await passwords.hash(password);
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const userId = await consumePasswordReset(trx, tokenHash, now);
    if (!userId) return undefined;
    await cancelWaitingEmailIn(trx, userId, now);
    const payoutForgotten = await deleteUnconfirmedPayoutDetails(trx, userId);
    await revokeRemovalIn(trx, userId, now);
    await deleteUnconfirmedFactors(trx, userId);
    const email = await setRecoveredPassword(trx, { userId, passwordHash, now });
    const removed = await removeRecentFactors(trx, { userId, email, keeps, client, now });
    await deleteUserSessions(trx, userId);
    await postPasswordChanged(trx, userId, now);
    return { userId, payoutForgotten, removed };
  });
}

/**
 * Sends a recovery link if the account exists; the previous one stops working. The token is created in the job, so
 * that it is never stored in the queue. Throws when the mail cannot be sent.
 */
export async function sendRecoveryMail(
  { db, env, clock, mailer }: Services,
  { email, locale, area, returnPath }: Job["send-recovery-mail"],
): Promise<void> {
  const user = await findCredentials(db, email);
  if (!user) return;
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const { token, tokenHash } = makeToken();
  const now = clock();
  await replacePasswordReset(db, {
    userId: user.id,
    tokenHash,
    now,
    expiresAt: recoveryLinkExpiry(now),
  });
  const link = new URL(
    localizePath(withReturnPath(recoveryPaths[area].reset, returnPath), locale),
    env.APP_URL,
  );
  link.searchParams.set("token", token);
  const texts = serverPageTexts(locale);
  const content = await renderMail(writeRecoveryMail(link.href, texts), frameOf(env, texts));
  await mailer.send({ to: user.email, ...content });
}

/** Returns the recovery mail. `link`: the absolute URL. */
export function writeRecoveryMail(link: string, { locale, text }: PageTexts): MailParts {
  const subject = text("mails.recovery.subject");
  return {
    locale,
    subject,
    paragraphs: [text("mails.hello"), text("mails.recovery.asked")],
    button: { label: text("mails.recovery.press"), href: link },
    smallPrint: [text("mails.recovery.expires", { minutes: recoveryMinutes }), text("mails.recovery.notYou")],
  };
}
