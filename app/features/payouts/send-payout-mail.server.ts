import { frameOf, renderMail } from "~/features/mails/mail-layout.server";
import { formatMoney } from "~/features/money/money";
import { serverPageTexts } from "~/i18n/i18next.server";
import type { Job } from "~/platform/jobs";
import type { Services } from "~/platform/services";
import { findPayoutForMail } from "./batches.queries.server";
import { describeDestination } from "./destination";
import { writePayoutMail } from "./payout-mail";

/** Tells a creator that a payout was paid, failed, or was returned. Throws when the mail cannot be sent: it is tried again. */
export async function sendPayoutMail(
  { db, env, mailer }: Pick<Services, "db" | "env" | "mailer">,
  { payoutId }: Job["send-payout-mail"],
): Promise<void> {
  const payout = await findPayoutForMail(db, payoutId);
  if (!payout || payout.status === "prepared") return;
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const parts = writePayoutMail({
    name: payout.payee_name,
    amount: formatMoney(payout.amount_cents, "BRL"),
    destination: describeDestination(payout),
    bankReference: payout.bank_reference,
    failure: payout.failure,
    returnReason: payout.return_reason,
    statementUrl: new URL(`/creator/payouts/${payout.id}`, env.APP_URL).href,
    settingsUrl: new URL("/creator/payments", env.APP_URL).href,
  });
  await mailer.send({ to: payout.email, ...(await renderMail(parts, frameOf(env, serverPageTexts("pt")))) });
}
