import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";

export type Answered =
  | { ok: true }
  /**
   * `over`: submitted, accepted or decided before. `unavailable`: the provider cannot be reached. `filesTooLarge`: the
   * files together.
   */
  | { ok: false; error: "notFound" | "over" | "filesTooLarge" | ProviderProblem };

/** `late`: the provider refused after the deadline. `refused`: it refused for another reason. */
type ProviderProblem = "unavailable" | "refused" | "late" | "tooManyPages";

interface Question {
  disputeId: string;
  dueBy: Date | null;
  now: Date;
}

/** Sends a part of an answer to the provider. Throws any error that is neither a refusal nor an outage. */
export async function askProvider(
  { log }: Pick<Services, "log">,
  { disputeId, dueBy, now }: Question,
  send: () => Promise<unknown>,
): Promise<{ ok: true } | { ok: false; error: ProviderProblem }> {
  try {
    await send();
    return { ok: true };
  } catch (error) {
    if (error instanceof PaymentsRefused) {
      log.warn({ err: error, disputeId }, "the provider refused an answer to a dispute");
      if (error.reason === "tooManyPages") return { ok: false, error: "tooManyPages" };
      return { ok: false, error: dueBy !== null && dueBy <= now ? "late" : "refused" };
    }
    if (error instanceof PaymentsUnavailable) return { ok: false, error: "unavailable" };
    throw error;
  }
}
