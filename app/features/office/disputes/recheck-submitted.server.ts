import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { listSubmitted, reopenAnswer } from "./disputes.queries.server";

/** A submission that is younger may still be on its way: more than all attempts of a request take. */
const settledMs = 5 * 60_000;
const recheckedMs = 24 * 60 * 60_000;

/**
 * Opens again what was recorded as submitted but never reached the provider, because the process ended in between:
 * otherwise nobody would answer before the deadline.
 */
export async function recheckSubmitted({
  db,
  payments,
  clock,
  log,
}: Pick<Services, "db" | "payments" | "clock" | "log">): Promise<void> {
  const now = clock().getTime();
  const submitted = await listSubmitted(db, {
    from: new Date(now - recheckedMs),
    to: new Date(now - settledMs),
  });
  for (const { id, submitted_at } of submitted) {
    try {
      const known = await payments.findDisputeCase(id);
      if (!submitted_at || known?.stage !== "needsResponse" || known.submissions > 0) continue;
      await reopenAnswer(db, id, submitted_at);
      log.warn({ disputeId: id }, "a submitted answer had not reached the provider and is open again");
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      return;
    }
  }
}
