import { formatMoney } from "~/features/money/money";
import { localizePath } from "~/i18n/locale";
import type { Job } from "~/platform/jobs";
import type { Services } from "~/platform/services";
import { findFailedWithdrawal } from "./refunds.queries.server";
import { writeWithdrawalMail } from "./withdrawal-mail";

/**
 * Tells a buyer that what their withdrawal gives back could not be sent, and where to ask for it again: they left the page
 * believing it would come. Throws when the mail cannot be sent: it is tried again.
 */
export async function sendWithdrawalMail(
  { db, env, mailer }: Pick<Services, "db" | "env" | "mailer">,
  { refundId }: Job["send-withdrawal-mail"],
): Promise<void> {
  const refund = await findFailedWithdrawal(db, refundId);
  if (!refund) return;
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const locale = refund.requested_locale ?? "pt";
  const mail = writeWithdrawalMail({
    locale,
    title: refund.title,
    amount: formatMoney(refund.amount_cents, refund.currency, locale),
    toPixKey: refund.channel === "outside",
    againUrl: new URL(localizePath(`/purchases/${refund.sale_id}/withdraw`, locale), env.APP_URL).href,
  });
  await mailer.send({ to: refund.email, ...mail });
}
