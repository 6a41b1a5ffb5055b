import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandName } from "~/brand";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { findBatchPayout } from "~/features/money/payouts/batches.queries.server";
import {
  describeStatement,
  headOfStatement,
  writeStatementCsv,
} from "~/features/money/payouts/statement.server";
import { dayOf } from "~/i18n/days";
import { serverPageTexts } from "~/i18n/i18next.server";
import { defaultLocale } from "~/i18n/languages";
import { parseId } from "~/platform/forms/record-id";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { answerCsv, answerPdf, csvHeaders, pdfHeaders } from "~/server/answer-file.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

/** `statement.csv` and `statement.pdf`. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { db, env } = context.services;
  const [batchId, payoutId] = [parseId(params.batchId), parseId(params.payoutId)];
  const payout = batchId && payoutId && (await findBatchPayout(db, { batchId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  const isPdf = new URL(request.url).pathname.endsWith(".pdf");
  const file = `extrato-${dayOf(payout.created_at)}.${isPdf ? "pdf" : "csv"}`;
  // HEAD and data requests must not produce an audited file.
  if (request.method === "HEAD" || context.isDataRequest)
    return new Response(null, { headers: isPdf ? pdfHeaders(file) : csvHeaders(file) });
  await requireFreshProof(
    { request, context },
    { file: "exportStatement", backTo: `/admin/payouts/${batchId}/${payoutId}` },
  );
  noteSecurity(context, "statementExported", { userId: viewer.userId, reason: file });
  await insertAuditEntry(db, actorOf(context, request, viewer), {
    action: "statementExported",
    target: { kind: "payout", id: payout.id, label: `${payout.payee_name} · ${file}` },
  });
  const texts = serverPageTexts(defaultLocale);
  if (!isPdf) return answerCsv({ request, context }, file, writeStatementCsv(db, payout, texts));
  return answerPdf({ request, context }, file, {
    head: headOfStatement(payout, env.COMPANY_NAME ?? brandName, texts),
    blocks: describeStatement(db, payout, texts),
  });
}
