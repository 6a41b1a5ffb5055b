import { frameOf, renderMail } from "~/features/mails/mail-layout.server";
import { formatMoney } from "~/features/money/money";
import { serverPageTexts } from "~/i18n/i18next.server";
import { localizePath } from "~/i18n/language-in-address";
import { parseLocale } from "~/i18n/languages";
import type { Job } from "~/platform/jobs";
import type { Services } from "~/platform/services";
import { writeRefundKeyMail } from "./refund-key-mail";
import { findRefundWithoutKey } from "./refunds.queries.server";

/**
 * Mails a buyer the request for the Pix key of a refund by bank transfer, unless it has one. Throws when the mail cannot be
 * sent: the job is retried.
 */
export async function sendRefundKeyMail(
  { db, env, mailer }: Pick<Services, "db" | "env" | "mailer">,
  { refundId }: Job["send-refund-key-mail"],
): Promise<void> {
  const refund = await findRefundWithoutKey(db, refundId);
  if (!refund) return;
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const locale = parseLocale(refund.requested_locale);
  const texts = serverPageTexts(locale);
  const parts = writeRefundKeyMail(
    {
      title: refund.title,
      amount: formatMoney(refund.amount_cents, refund.currency, locale),
      paidTwice: refund.duplicate,
      failed: refund.status === "failed",
      formUrl: new URL(localizePath(`/purchases/${refund.sale_id}/refund-key`, locale), env.APP_URL).href,
    },
    texts,
  );
  await mailer.send({ to: refund.email, ...(await renderMail(parts, frameOf(env, texts))) });
}
