import type { LoaderFunctionArgs } from "@remix-run/node";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { writeCommissionCsv } from "~/features/money/payees/show-year.server";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { answerCsv, csvHeaders } from "~/server/answer-file.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

/** With unmasked tax ids: audited. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { services } = context;
  const year = parseTaxYear(new URL(request.url).searchParams.get("year"), services.clock());
  const file = `comissao-${year}.csv`;
  // HEAD and data requests must not produce an audited file.
  if (request.method === "HEAD" || context.isDataRequest)
    return new Response(null, { headers: csvHeaders(file) });
  await requireFreshProof({ request, context }, { file: "exportCommission", backTo: "/admin/sales" });
  noteSecurity(context, "commissionExported", { userId: viewer.userId, reason: file });
  await insertAuditEntry(services.db, actorOf(context, request, viewer), {
    action: "commissionExported",
    target: { kind: "file", id: file, label: file },
  });
  return answerCsv({ request, context }, file, writeCommissionCsv(services, year));
}
