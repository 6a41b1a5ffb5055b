import { findCredentials } from "~/features/accounts/accounts/accounts.queries.server";
import { frameOf } from "~/features/mail/layout/mail-frame.server";
import { renderMail } from "~/features/mail/layout/mail-layout.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import { localizePath } from "~/i18n/page-language";
import type { Job } from "~/platform/jobs/jobs";
import type { Services } from "~/platform/services";
import { makeToken } from "~/platform/session/tokens.server";
import { replacePasswordReset } from "./password-recovery.queries.server";
import { recoveryPaths, withReturnPath } from "./recovery-area";
import { recoveryLinkExpiry } from "./recovery-link";
import { writeRecoveryMail } from "./recovery-mail";

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
