import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandName } from "~/brand";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { parseAccountingMonth } from "~/features/office/sales/accounting";
import { describeMonth, headOfMonth } from "~/features/office/sales/month-pdf.server";
import { companyOf, nameCompany } from "~/platform/company";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { answerPdf, pdfHeaders } from "~/server/answer-file.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

/** With unmasked tax ids: audited. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { services } = context;
  const month = parseAccountingMonth(new URL(request.url).searchParams.get("month"), services.clock());
  const file = `fechamento-${month}.pdf`;
  // HEAD and data requests must not produce an audited file.
  if (request.method === "HEAD" || context.isDataRequest)
    return new Response(null, { headers: pdfHeaders(file) });
  await requireFreshProof({ request, context }, { file: "exportMonth", backTo: "/admin/sales" });
  noteSecurity(context, "monthExported", { userId: viewer.userId, reason: file });
  await insertAuditEntry(services.db, actorOf(context, request, viewer), {
    action: "monthExported",
    target: { kind: "file", id: file, label: file },
  });
  const issuer = nameCompany(companyOf(services.env), brandName);
  return answerPdf({ request, context }, file, {
    head: headOfMonth(month, issuer, services.clock()),
    blocks: describeMonth(services, month),
  });
}
