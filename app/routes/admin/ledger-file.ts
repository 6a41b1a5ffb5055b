import type { LoaderFunctionArgs } from "@remix-run/node";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { parseAccountingMonth } from "~/features/office/sales/accounting";
import { makeLedgerFile } from "~/features/office/sales/ledger-file.server";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { fileCaching } from "~/server/answer-file.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

const types = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

const failures = { busy: "people.exportBusy", tooMany: "people.exportTooMany" } as const;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const format = params.file === "razao.csv" ? "csv" : params.file === "razao.xlsx" ? "xlsx" : undefined;
  if (!format) throw new Response(null, { status: 404 });
  const { services } = context;
  const month = parseAccountingMonth(new URL(request.url).searchParams.get("month"), services.clock());
  const file = `razao-${month}.${format}`;
  const headers = {
    "Content-Type": types[format],
    "Content-Disposition": `attachment; filename="${file}"`,
    "Cache-Control": fileCaching,
  };
  // HEAD and data requests must not produce an audited file.
  if (request.method === "HEAD" || context.isDataRequest) return new Response(null, { headers });
  await requireFreshProof({ request, context }, { file: "exportLedger", backTo: "/admin/sales" });
  const made = await makeLedgerFile(context, { month, format, signal: request.signal });
  if (!made.ok) {
    const flash = { tone: "error", title: "people.exportError", description: failures[made.error] } as const;
    return goTo("/admin/sales", { request, context, flash });
  }
  noteSecurity(context, "ledgerExported", { userId: viewer.userId, reason: file });
  try {
    await insertAuditEntry(services.db, actorOf(context, request, viewer), {
      action: "ledgerExported",
      target: { kind: "file", id: file, label: file },
    });
  } catch (error) {
    // Every file has an audit entry.
    if (made.body instanceof ReadableStream) await made.body.cancel();
    throw error;
  }
  return new Response(made.body, { headers });
}
