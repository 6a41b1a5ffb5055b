import type { LoaderFunctionArgs } from "@remix-run/node";
import { findBatchPayout } from "~/features/payouts/batches.queries.server";
import { answerCsv } from "~/features/payouts/csv-answer.server";
import { parsePayoutId } from "~/features/payouts/payout-id";
import { writeStatementCsv } from "~/features/payouts/statement.server";
import { dayOf } from "~/features/sales/earning-days";
import { requireAdmin } from "~/platform/guards.server";

/** A payout's whole statement as a file. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db } = context.services;
  const [batchId, payoutId] = [parsePayoutId(params.batchId), parsePayoutId(params.payoutId)];
  const payout = batchId && payoutId && (await findBatchPayout(db, { batchId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  return answerCsv(`extrato-${dayOf(payout.created_at)}.csv`, writeStatementCsv(db, payout));
}
