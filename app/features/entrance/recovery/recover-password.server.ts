import { postPasswordChanged } from "~/features/base/account-changes/account-mails.server";
import { findCredentials, findPasswordOwner } from "~/features/base/accounts/accounts.queries.server";
import { refuseNewPassword } from "~/features/base/accounts/password-strength.server";
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
import type { Client } from "~/platform/session/actor.server";
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
import { recoveryLinkExpiry, recoveryMinutes, recoveryPaths, withReturnPath } from "./recovery-rules";

/** Known and unknown e-mails take the same time and get the same response; the job looks up the account. */
export async function requestRecovery(
  { db }: Pick<Services, "db">,
  request: Job["send-recovery-mail"],
): Promise<void> {
  await addJob(db, "send-recovery-mail", request, { key: `recovery:${request.email.toLowerCase()}` });
}

/** `ended`: used, replaced or expired. */
type RecoveryLink = "usable" | "ended" | "missing";

export interface CheckedLink {
  link: RecoveryLink;
  /** Removed by the new password unless kept. */
  recent: FactorView[];
}

/** `recent` is empty for an unconfirmed e-mail: its factors are removed in any case. */
export async function checkRecoveryLink(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  locale: Locale,
): Promise<CheckedLink> {
  if (token === "") return { link: "missing", recent: [] };
  const now = clock();
  const reset = isToken(token) ? await findPasswordReset(db, hashToken(token), now) : undefined;
  if (!reset) return { link: "ended", recent: [] };
  const { user_id: userId } = reset;
  const recent = reset.email_verified_at === null ? [] : await showRecentFactors(db, { userId, now, locale });
  return { link: "usable", recent };
}

/** `payoutForgotten`: the payment details must be entered again. `removed`: recent factors were removed. */
interface Recovered {
  userId: string;
  payoutForgotten: boolean;
  removed: boolean;
}

interface NewPassword {
  token: string;
  password: string;
  /** By the factor's key; default: nothing is kept. */
  keeps?: (key: string) => boolean;
  client?: Client;
}

/**
 * Sets a new password by a recovery link, ends all sessions and cancels a waiting change of e-mail. Recent factors
 * are removed unless kept (docs/decisions/0078). An unconfirmed e-mail is confirmed; its payment details and factors are
 * deleted (docs/decisions/0014). Undefined for an invalid link; with `problem` the link stays usable.
 */
export async function resetPassword(
  { db, passwords, clock }: Pick<Services, "db" | "passwords" | "clock">,
  { token, password, keeps, client }: NewPassword,
): Promise<Recovered | { problem: MessageKey } | undefined> {
  if (!isToken(token)) return undefined;
  const tokenHash = hashToken(token);
  const reset = await findPasswordReset(db, tokenHash, clock());
  if (!reset) return undefined;
  // Six characters suffice for administrators here (product.md, Constants); their login advises a longer password.
  const owner = await findPasswordOwner(db, reset.user_id);
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

/** Creates the token in the job, so that the queue never stores it. Throws if the mail cannot be sent. */
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
