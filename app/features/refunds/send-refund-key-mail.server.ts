import { formatMoney } from "~/features/money/money";
import { localizePath } from "~/i18n/locale";
import type { Job } from "~/platform/jobs";
import type { Services } from "~/platform/services";
import { writeRefundKeyMail } from "./refund-key-mail";
import { findRefundWithoutKey } from "./refunds.queries.server";

/**
 * Asks a buyer by mail for the PIX key that a refund by hand goes to. Does nothing where it has one meanwhile. Throws when
 * the mail cannot be sent: it is tried again.
 */
export async function sendRefundKeyMail(
  { db, env, mailer }: Pick<Services, "db" | "env" | "mailer">,
  { refundId }: Job["send-refund-key-mail"],
): Promise<void> {
  const refund = await findRefundWithoutKey(db, refundId);
  if (!refund) return;
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const locale = refund.requested_locale ?? "pt";
  const mail = writeRefundKeyMail({
    locale,
    title: refund.title,
    amount: formatMoney(refund.amount_cents, refund.currency, locale),
    paidTwice: refund.duplicate,
    failed: refund.status === "failed",
    formUrl: new URL(localizePath(`/purchases/${refund.sale_id}/refund-key`, locale), env.APP_URL).href,
  });
  await mailer.send({ to: refund.email, ...mail });
}
