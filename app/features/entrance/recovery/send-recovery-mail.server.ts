import { findCredentials } from "~/features/accounts/accounts/accounts.queries.server";
import { frameOf } from "~/features/base/mail/mail-frame.server";
import { renderMail } from "~/features/base/mail/mail-layout.server";
import type { MailParts } from "~/features/base/mail/mail-parts";
import { serverPageTexts } from "~/i18n/i18next.server";
import { localizePath } from "~/i18n/page-language";
import type { PageTexts } from "~/i18n/texts";
import type { Job } from "~/platform/jobs/jobs";
import type { Services } from "~/platform/services";
import { makeToken } from "~/platform/session/tokens.server";
import { replacePasswordReset } from "./password-recovery.queries.server";
import { recoveryPaths, withReturnPath } from "./recovery-area";
import { recoveryLinkExpiry, recoveryMinutes } from "./recovery-link";

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
