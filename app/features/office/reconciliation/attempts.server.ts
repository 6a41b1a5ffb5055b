import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Difference } from "./reconciliation.queries.server";

/** Failures of one run after which the cause is no single row: the run fails then. */
const maxFailures = 200;

/** A difference about nothing that has an amount or a sale. */
export const noAmount = { saleId: null, amountCents: 0, currency: "BRL" } as const;

/** Reads a list of the provider. Calls `onUnreadable` with the id of each object that it cannot parse. */
type List<Item> = (since: Date, onUnreadable: (id: string) => void) => AsyncIterable<Item>;

export interface Attempts {
  /** Runs one step of the run. If it fails, notes the difference with the reason. */
  try(about: () => Difference | Promise<Difference>, step: () => Promise<void>): Promise<void>;
  /** Yields what can be parsed of a list, and notes the rest. */
  list<Item>(read: List<Item>, since: Date): AsyncGenerator<Item, void>;
}

/**
 * Lets a run go on past what fails. Throws an outage of the provider, what `note` throws, such as in an outage of the
 * database, and the error of the last of too many failures.
 */
export function makeAttempts(note: (difference: Difference) => Promise<void>): Attempts {
  let failures = 0;
  const fail = async (difference: Difference, error: unknown) => {
    failures += 1;
    if (failures > maxFailures) throw error;
    await note({ ...difference, reason: error instanceof Error ? error.message : String(error) });
  };
  return {
    async try(about, step) {
      try {
        await step();
      } catch (error) {
        // A single object that cannot be parsed is "failing" too.
        if (error instanceof PaymentsUnavailable && error.reason !== "failing") throw error;
        await fail(await about(), error);
      }
    },
    async *list(read, since) {
      const unreadable: string[] = [];
      const noteUnreadable = async () => {
        for (const id of unreadable.splice(0))
          await fail({ what: "notSettled", subject: id, ...noAmount }, new Error("unknown format"));
      };
      for await (const item of read(since, (id) => unreadable.push(id))) {
        await noteUnreadable();
        yield item;
      }
      await noteUnreadable();
    },
  };
}
