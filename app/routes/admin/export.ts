import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { exportList } from "~/features/office/dashboard/export-list.server";
import { type ExportFile, exportSheets, parseExportFile } from "~/features/office/exports/export-columns";
import {
  type ExportFilters,
  exportFacts,
  exportParams,
  parseExportFilters,
  screenOf,
} from "~/features/office/exports/export-filters";
import { serverTexts } from "~/i18n/i18next.server";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { type Actor, actorOf } from "~/platform/session/actor.server";
import { fileCaching } from "~/server/answer-file.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

const types = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

const actions = {
  creators: "peopleExported",
  consumers: "peopleExported",
  sales: "salesExported",
  payouts: "payoutsExported",
  audit: "auditExported",
} as const;

/** "busy" is temporary, "tooMany" is permanent, "failed" is a server error. */
const statuses = { busy: 429, tooMany: 409, failed: 503 };

const failures = {
  busy: "people.exportBusy",
  tooMany: "people.exportTooMany",
  failed: "people.exportFailed",
} as const;

/** Of the download that the success page starts. */
const startParam = "start";

/**
 * A browser without script is redirected to the list, which shows success and starts the download, or shows the
 * failure. A script gets the file, or a status and text.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const file = parseExportFile(params.file);
  if (!file) throw new Response(null, { status: 404 });
  const { kind, format } = file;
  const url = new URL(request.url);
  const question = parseExportFilters(kind, url.searchParams);
  const back = listBefore(request, context.services.env.APP_URL) ?? screenOf(question);
  const headers = {
    "Content-Type": types[format],
    "Content-Disposition": `attachment; filename="${exportSheets[kind].file}.${format}"`,
    "Cache-Control": fileCaching,
  };
  // HEAD and data requests must not produce an audited file.
  if (request.method === "HEAD" || context.isDataRequest) return new Response(null, { headers });
  await requireFreshProof({ request, context }, { file: "exportLists", backTo: back });
  const opensPage = request.headers.get("Accept")?.includes("text/html") ?? false;
  if (opensPage && !url.searchParams.has(startParam)) {
    const params = exportParams(question);
    params.set(startParam, "1");
    const flash = {
      tone: "success",
      title: "people.exportSuccess",
      description: "people.exportDone",
      download: `${url.pathname}?${params}`,
    } as const;
    return goTo(back, { request, context, flash });
  }
  const exported = await exportList(context, { filters: question, format, signal: request.signal });
  if (exported.ok) {
    try {
      await noteExport(context, { by: actorOf(context, request, viewer), file, question });
    } catch (error) {
      // Every exported file has an audit entry.
      if (exported.body instanceof ReadableStream) await exported.body.cancel();
      throw error;
    }
    return new Response(exported.body, { headers });
  }
  const flash = {
    tone: "error",
    title: "people.exportError",
    description: failures[exported.error],
  } as const;
  if (opensPage) return goTo(back, { request, context, flash });
  const said = serverTexts.pt(failures[exported.error]);
  return new Response(said, {
    status: statuses[exported.error],
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** The administration page with the followed link; undefined if the browser does not name it. */
function listBefore(request: Request, appUrl: string): string | undefined {
  const referer = request.headers.get("Referer") ?? "";
  const before = URL.canParse(referer) ? new URL(referer) : undefined;
  if (before?.origin !== new URL(appUrl).origin) return undefined;
  if (!before.pathname.startsWith("/admin/") || before.pathname.startsWith("/admin/export/"))
    return undefined;
  return before.pathname + before.search;
}

async function noteExport(
  context: AppLoadContext,
  { by, file, question }: { by: Actor; file: ExportFile; question: ExportFilters },
): Promise<void> {
  const action = actions[file.kind];
  const name = `${file.kind}.${file.format}`;
  noteSecurity(context, action, { userId: by.userId, reason: name });
  await insertAuditEntry(context.services.db, by, {
    action,
    target: { kind: "file", id: name, label: `${exportSheets[file.kind].file}.${file.format}` },
    after: exportFacts(question),
  });
}
