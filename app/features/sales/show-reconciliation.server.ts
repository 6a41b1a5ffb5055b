import type { Services } from "~/platform/services.server";
import { listTroubledEvents } from "./payment-events.queries.server";
import { findLastReconciliation, listDifferences } from "./reconciliation.queries.server";
import { formatSaleDate } from "./sale-date";

/** How many differences and events are shown: more than anybody works through before looking again. */
const shown = 100;

/** The last comparison with the provider, what it left different, and the events that a person should look at. */
export async function showReconciliation({ db }: Pick<Services, "db">) {
  const [last, events] = await Promise.all([findLastReconciliation(db), listTroubledEvents(db, shown)]);
  const differences = last ? await listDifferences(db, last.id, shown) : [];
  return {
    last: last && {
      date: formatSaleDate(last.finished_at ?? last.started_at),
      since: formatSaleDate(last.since),
      checked: last.checked,
      repaired: last.repaired,
    },
    differences: differences.map(({ id, what, subject, sale_id, amount_cents, currency }) => ({
      ...{ id, what, subject, currency },
      saleId: sale_id,
      amountCents: amount_cents,
    })),
    events: events.map(({ received_at, settled_at, ...event }) => ({
      ...event,
      givenUp: settled_at !== null,
      date: formatSaleDate(received_at),
    })),
  };
}

export type ShownReconciliation = Awaited<ReturnType<typeof showReconciliation>>;
