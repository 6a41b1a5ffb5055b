import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";

export type Answered =
  | { ok: true }
  /**
   * `over`: submitted, accepted or decided before. `unavailable`: the provider cannot be reached. `refused`: it says
   * no.
   */
  | { ok: false; error: "notFound" | "over" | "unavailable" | "refused" };

/** Sends a part of an answer to the provider. Throws what is neither a refusal nor an outage. */
export async function askProvider(
  { log }: Pick<Services, "log">,
  disputeId: string,
  send: () => Promise<unknown>,
): Promise<{ ok: true } | { ok: false; error: "unavailable" | "refused" }> {
  try {
    await send();
    return { ok: true };
  } catch (error) {
    if (error instanceof PaymentsRefused) {
      log.warn({ err: error, disputeId }, "the provider refused an answer to a dispute");
      return { ok: false, error: "refused" };
    }
    if (error instanceof PaymentsUnavailable) return { ok: false, error: "unavailable" };
    throw error;
  }
}
