import type { LoaderFunctionArgs } from "@remix-run/node";
import { findOwnPayout } from "~/features/money/payouts/batches.queries.server";
import { writeStatementCsv } from "~/features/money/payouts/statement.server";
import { dayOf } from "~/i18n/days";
import { serverPageTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { parseId } from "~/platform/forms/record-id";
import { answerCsv } from "~/server/answer-file.server";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { db } = context.services;
  const payoutId = parseId(params.payoutId);
  const payout = payoutId && (await findOwnPayout(db, { creatorId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  const texts = serverPageTexts(decideLocale(new URL(request.url)));
  return answerCsv(
    { request, context },
    `${texts.text("payouts.statementFile")}-${dayOf(payout.created_at)}.csv`,
    writeStatementCsv(db, payout, texts),
  );
}
