import { frameOf, renderMail } from "~/features/mails/mail-layout.server";
import { formatMoney } from "~/features/money/money";
import { serverPageTexts } from "~/i18n/i18next.server";
import { localizePath } from "~/i18n/language-in-address";
import { parseLocale } from "~/i18n/languages";
import type { Job } from "~/platform/jobs";
import type { Services } from "~/platform/services";
import { findFailedWithdrawal } from "./refunds.queries.server";
import { writeWithdrawalMail } from "./withdrawal-mail";

/**
 * Mails a buyer that the refund of their withdrawal failed, and where to request it again. Throws when the mail cannot be
 * sent: the job is retried.
 */
export async function sendWithdrawalMail(
  { db, env, mailer }: Pick<Services, "db" | "env" | "mailer">,
  { refundId }: Job["send-withdrawal-mail"],
): Promise<void> {
  const refund = await findFailedWithdrawal(db, refundId);
  if (!refund) return;
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const locale = parseLocale(refund.requested_locale);
  const texts = serverPageTexts(locale);
  const parts = writeWithdrawalMail(
    {
      title: refund.title,
      amount: formatMoney(refund.amount_cents, refund.currency, locale),
      toPixKey: refund.channel === "outside",
      againUrl: new URL(localizePath(`/purchases/${refund.sale_id}/withdraw`, locale), env.APP_URL).href,
    },
    texts,
  );
  await mailer.send({ to: refund.email, ...(await renderMail(parts, frameOf(env, texts))) });
}
