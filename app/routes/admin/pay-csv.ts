import type { LoaderFunctionArgs } from "@remix-run/node";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { findBatch } from "~/features/money/payouts/batches.queries.server";
import { writePayCsv } from "~/features/money/payouts/pay-csv.server";
import { dayOf } from "~/i18n/days";
import { parseId } from "~/platform/forms/record-id";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { answerCsv, csvHeaders } from "~/server/answer-file.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { db, clock } = context.services;
  const batchId = parseId(params.batchId);
  const batch = batchId && (await findBatch(db, batchId));
  if (!batch) throw new Response(null, { status: 404 });
  const file = `pagamentos-${dayOf(batch.created_at)}.csv`;
  // HEAD and data requests must not produce an audited file.
  if (request.method === "HEAD" || context.isDataRequest)
    return new Response(null, { headers: csvHeaders(file) });
  await requireFreshProof(
    { request, context },
    { file: "exportPayments", backTo: `/admin/payouts/${batch.id}` },
  );
  noteSecurity(context, "payFileExported", { userId: viewer.userId, reason: file });
  await insertAuditEntry(db, actorOf(context, request, viewer), {
    action: "payFileExported",
    target: { kind: "batch", id: batch.id, label: file },
  });
  return answerCsv({ request, context }, file, writePayCsv(db, batch.id, clock()));
}
