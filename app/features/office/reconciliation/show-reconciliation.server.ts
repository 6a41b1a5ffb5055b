import { findLastProofs } from "~/features/money/ledger/ledger-proof.queries.server";
import { listMarginsByMethod } from "~/features/office/sales/margins.queries.server";
import { listTroubledEvents } from "~/features/orders/settlement/payment-events.queries.server";
import {
  sumMovementsByCategory,
  sumUnexplained,
} from "~/features/orders/settlement/provider-movements.queries.server";
import { formatDateTime } from "~/i18n/dates";
import type { Services } from "~/platform/services";
import { decideCheckAge } from "./difference-rules";
import {
  findFailedReconciliation,
  findLastReconciliation,
  listDifferences,
} from "./reconciliation.queries.server";

const shown = 100;

const monthMs = 30 * 24 * 60 * 60 * 1000;

export async function showReconciliation({ db, clock }: Pick<Services, "db" | "clock">) {
  const now = clock();
  const since = new Date(now.getTime() - monthMs);
  const [last, failed, proofs, margins, movements, unexplainedCents, events] = await Promise.all([
    findLastReconciliation(db),
    findFailedReconciliation(db),
    findLastProofs(db),
    listMarginsByMethod(db, since),
    sumMovementsByCategory(db, since),
    sumUnexplained(db),
    listTroubledEvents(db, shown),
  ]);
  const differences = last ? await listDifferences(db, last.id, shown) : [];
  return {
    last: last && {
      date: formatDateTime(last.finished_at ?? last.started_at),
      since: formatDateTime(last.since),
      checked: last.checked,
      repaired: last.repaired,
      age: decideCheckAge(last.finished_at ?? last.started_at, now),
    },
    failed: failed && {
      date: formatDateTime(failed.finished_at ?? failed.started_at),
      failure: failed.failure,
    },
    proof: {
      complete: proofs.complete && describeProof(proofs.complete, now),
      whole: proofs.whole && describeProof(proofs.whole, now),
      failed: proofs.last?.failure != null ? describeProof(proofs.last, now) : undefined,
      audit: proofs.audit && describeProof(proofs.audit, now),
      failedAudit: proofs.lastAudit?.failure != null ? describeProof(proofs.lastAudit, now) : undefined,
    },
    margins,
    account:
      last?.provider_cents == null || last.expected_cents == null
        ? undefined
        : {
            providerCents: last.provider_cents,
            expectedCents: last.expected_cents,
            /** Null before the comparison with the ledger. */
            ledgerCents: last.ledger_cents,
            unexplainedCents,
            movements: [...new Set(movements.map(({ category }) => category))].map((category) => {
              const rows = movements.filter((row) => row.category === category);
              return {
                category,
                count: rows.reduce((sum, row) => sum + row.movements, 0),
                netCents: rows.reduce((sum, row) => sum + row.net_cents, 0),
              };
            }),
          },
    differences: differences.map(({ id, what, subject, sale_id, amount_cents, currency, reason }) => ({
      id,
      what,
      reason,
      subject,
      currency,
      saleId: sale_id,
      amountCents: amount_cents,
    })),
    events: events.map(({ provider_type, received_at, settled_at, ...event }) => ({
      ...event,
      providerType: provider_type,
      givenUp: settled_at !== null,
      date: formatDateTime(received_at),
    })),
  };
}

function describeProof(proof: NonNullable<Awaited<ReturnType<typeof findLastProofs>>["last"]>, now: Date) {
  const at = proof.finished_at ?? proof.started_at;
  return {
    date: formatDateTime(at),
    age: decideCheckAge(at, now),
    violations: proof.violations,
    failure: proof.failure,
  };
}

export type ReconciliationView = Awaited<ReturnType<typeof showReconciliation>>;
