import { formatDateTime } from "~/features/base/form-fields/dates";
import { parseId } from "~/features/base/form-fields/record-id";
import { formatMoney } from "~/features/base/money/money";
import { refuseConfirmation, type TwoPeopleEnv } from "~/features/ledger/second-person/approvals.server";
import { sumBatchMargins } from "~/features/payouts/batches/batch-margins.queries.server";
import { findBatch } from "~/features/payouts/batches/batches.queries.server";
import type { Services } from "~/platform/services";
import { parseBatchView } from "./batch-view";
import { loadBatchTable } from "./load-batch-table.server";

type Needs = Pick<Services, "db" | "clock"> & { env: TwoPeopleEnv };

interface BatchQuery {
  batchId: string;
  /** The administrator who reads the page. */
  adminId: string;
  /** The address's parameters: which rows, and which payout is open. */
  params: URLSearchParams;
}

/**
 * Returns the page of a payout batch: its sums, a table of payouts and the margins of their sales; undefined without
 * one. `problem`: why the administrator may not confirm its payouts.
 */
export async function showBatch({ db, env, clock }: Needs, { batchId, adminId, params }: BatchQuery) {
  const batch = await findBatch(db, batchId);
  if (!batch) return undefined;
  const { created_at, created_by, ...summary } = batch;
  const view = parseBatchView(params);
  const rows = {
    batchId,
    view,
    opened: parseId(params.get("open")),
    now: clock(),
  };
  const confirmation = { confirmer: adminId, requester: created_by, requestedAt: created_at };
  const [table, margins] = await Promise.all([loadBatchTable(db, rows), sumBatchMargins(db, batchId)]);
  return {
    view,
    marked: params.get("mark") === "all",
    table,
    margins,
    problem: await refuseConfirmation(db, env, confirmation),
    batch: { ...summary, date: formatDateTime(created_at), sum: formatMoney(batch.cents, "BRL") },
  };
}

export type ShownBatch = NonNullable<Awaited<ReturnType<typeof showBatch>>>;
