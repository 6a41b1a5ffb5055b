import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { listSubmitted, reopenAnswer } from "./disputes.queries.server";

/** A submission that is younger may still be on its way: more than all attempts of a request take. */
const settledMs = 5 * 60_000;
/** How long a round begins further requests, in milliseconds: an unavailable provider fails slowly. */
const recheckMs = 60_000;
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
  const recheck = async ({ id, submitted_at }: (typeof submitted)[number]) => {
    const known = await payments.findDisputeCase(id);
    if (!submitted_at || known?.stage !== "needsResponse" || known.submissions > 0) return;
    await reopenAnswer(db, id, submitted_at);
    log.warn({ disputeId: id }, "a submitted answer had not reached the provider and is open again");
  };
  await tryEach(submitted, recheck, {
    maxMs: recheckMs,
    onFailure: (error, { id }) =>
      log.error({ err: error, disputeId: id }, "a submitted answer could not be looked up"),
  }).catch((error: unknown) => {
    // In an outage the next round asks again.
    if (!(error instanceof PaymentsUnavailable)) throw error;
  });
}
