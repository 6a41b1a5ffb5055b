import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandName } from "~/brand";
import { findOwnPayout } from "~/features/money/payouts/batches.queries.server";
import {
  describeStatement,
  headOfStatement,
  writeStatementCsv,
} from "~/features/money/payouts/statement.server";
import { dayOf } from "~/i18n/days";
import { serverPageTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { parseId } from "~/platform/forms/record-id";
import { answerCsv, answerPdf } from "~/server/answer-file.server";
import { requireCreator } from "~/server/guards.server";

/** `statement.csv` and `statement.pdf`. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { db, env } = context.services;
  const payoutId = parseId(params.payoutId);
  const payout = payoutId && (await findOwnPayout(db, { creatorId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  const url = new URL(request.url);
  const texts = serverPageTexts(decideLocale(url));
  const name = `${texts.text("payouts.statementFile")}-${dayOf(payout.created_at)}`;
  if (url.pathname.endsWith(".csv"))
    return answerCsv({ request, context }, `${name}.csv`, writeStatementCsv(db, payout, texts));
  return answerPdf({ request, context }, `${name}.pdf`, {
    head: headOfStatement(payout, env.COMPANY_NAME ?? brandName, texts),
    blocks: describeStatement(db, payout, texts),
  });
}
