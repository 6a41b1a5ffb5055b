import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandName } from "~/brand";
import { findOwnPayout } from "~/features/money/payouts/batches.queries.server";
import { describeStatement, headOfStatement } from "~/features/money/payouts/statement.server";
import { dayOf } from "~/i18n/days";
import { serverPageTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { parseId } from "~/platform/forms/record-id";
import { answerPdf } from "~/server/answer-file.server";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { db, env } = context.services;
  const payoutId = parseId(params.payoutId);
  const payout = payoutId && (await findOwnPayout(db, { creatorId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  const texts = serverPageTexts(decideLocale(new URL(request.url)));
  return answerPdf(
    { request, context },
    `${texts.text("payouts.statementFile")}-${dayOf(payout.created_at)}.pdf`,
    {
      head: headOfStatement(payout, env.COMPANY_NAME ?? brandName, texts),
      blocks: describeStatement(db, payout, texts),
    },
  );
}
