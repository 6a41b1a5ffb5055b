import { createHash, randomBytes } from "node:crypto";
import { localizePath } from "~/i18n/locale";
import type { Job } from "~/platform/jobs";
import type { Services } from "~/platform/services";
import { confirmationDays, writeConfirmationMail } from "./confirmation-mail";
import { findUnprovenEmail, replaceEmailConfirmation } from "./email-confirmation.queries.server";

/** Where a confirmation link leads. */
export const confirmationPath = "/confirm-email";

/** Returns what the database stores of a confirmation link. */
export function hashConfirmationToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * Sends a confirmation link to a person whose mailbox is not proven; the link of an earlier mail stops working. The token
 * is made here, in the job, so that it is never in the queue's table. Throws when the mail cannot be sent.
 */
export async function sendConfirmationMail(
  { db, env, clock, mailer }: Services,
  { userId, locale }: Job["send-confirmation-mail"],
): Promise<void> {
  const email = await findUnprovenEmail(db, userId);
  if (!email) return;
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const token = randomBytes(32).toString("base64url");
  const now = clock();
  await replaceEmailConfirmation(db, {
    userId,
    email,
    tokenHash: hashConfirmationToken(token),
    now,
    expiresAt: new Date(now.getTime() + confirmationDays * 24 * 60 * 60_000),
  });
  const link = new URL(localizePath(confirmationPath, locale), env.APP_URL);
  link.searchParams.set("token", token);
  await mailer.send({ to: email, ...writeConfirmationMail(link.href, locale) });
}
