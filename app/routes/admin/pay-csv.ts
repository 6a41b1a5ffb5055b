import type { LoaderFunctionArgs } from "@remix-run/node";
import { findBatch } from "~/features/payouts/batches.queries.server";
import { answerCsv } from "~/features/payouts/csv-answer.server";
import { writePayCsv } from "~/features/payouts/pay-csv.server";
import { parsePayoutId } from "~/features/payouts/payout-id";
import { dayOf } from "~/features/sales/earning-days";
import { requireAdmin } from "~/platform/guards.server";

/** A batch as a file to pay from. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db } = context.services;
  const batchId = parsePayoutId(params.batchId);
  const batch = batchId && (await findBatch(db, batchId));
  if (!batch) throw new Response(null, { status: 404 });
  return answerCsv(`pagamentos-${dayOf(batch.created_at)}.csv`, writePayCsv(db, batch.id));
}
