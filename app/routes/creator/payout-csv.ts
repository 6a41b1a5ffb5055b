import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseId } from "~/features/fields/record-id";
import { dayOf } from "~/features/money/days";
import { findOwnPayout } from "~/features/payouts/batches.queries.server";
import { writeStatementCsv } from "~/features/payouts/statement.server";
import { answerCsv } from "~/features/spreadsheets/csv-answer.server";
import { requireCreator } from "~/server/guards.server";

/** 404 for another creator's payout. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { db } = context.services;
  const payoutId = parseId(params.payoutId);
  const payout = payoutId && (await findOwnPayout(db, { creatorId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  return answerCsv(
    { request, context },
    `extrato-${dayOf(payout.created_at)}.csv`,
    writeStatementCsv(db, payout),
  );
}
