import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { type Actor, actorOf } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { fileCaching } from "~/features/base/spreadsheets/csv-answer.server";
import { exportList } from "~/features/office/export-files/export-list.server";
import { type ExportFile, exportSheets, parseExportFile } from "~/features/office/exports/export-columns";
import {
  type ExportFilters,
  exportFacts,
  parseExportFilters,
  screenOf,
} from "~/features/office/exports/export-filters";
import { serverTexts } from "~/i18n/i18next.server";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
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

/** By severity: "busy" is temporary, "tooMany" is permanent, "failed" is a server error. */
const statuses = { busy: 429, tooMany: 409, failed: 503 };

const failures = {
  busy: "people.exportBusy",
  tooMany: "people.exportTooMany",
  failed: "people.exportFailed",
} as const;

/**
 * Exports a filtered list as a file. On failure a browser is redirected to the list with a message; a script gets a
 * status and text.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const file = parseExportFile(params.file);
  if (!file) throw new Response(null, { status: 404 });
  const { kind, format } = file;
  const question = parseExportFilters(kind, new URL(request.url).searchParams);
  const headers = {
    "Content-Type": types[format],
    "Content-Disposition": `attachment; filename="${exportSheets[kind].file}.${format}"`,
    "Cache-Control": fileCaching,
  };
  // HEAD and data requests must not produce an audited file.
  if (request.method === "HEAD" || context.isDataRequest) return new Response(null, { headers });
  await requireFreshProof({ request, context }, { file: "exportLists", backTo: screenOf(question) });
  const exported = await exportList(context, { question, format, signal: request.signal });
  if (exported.ok) {
    try {
      await noteExport(context, { by: actorOf(context, request, viewer), file, question });
    } catch (error) {
      // Every exported file has an audit entry.
      if (exported.body instanceof ReadableStream) await exported.body.cancel();
      throw error;
    }
    return new Response(exported.body, { headers: await withSuccess(headers) });
  }
  const flash = {
    tone: "error",
    title: "people.exportError",
    description: failures[exported.error],
  } as const;
  if (request.headers.get("Accept")?.includes("text/html")) {
    return goTo(screenOf(question), { request, context, flash });
  }
  const said = serverTexts.pt(failures[exported.error]);
  return new Response(said, {
    status: statuses[exported.error],
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });

  /** A script says it itself. A browser stays on its page during a download, and says it on the next one. */
  async function withSuccess(sent: Record<string, string>): Promise<HeadersInit> {
    if (!request.headers.get("Accept")?.includes("text/html")) return sent;
    const done = {
      tone: "success",
      title: "people.exportSuccess",
      description: "people.exportDone",
    } as const;
    return { ...sent, "Set-Cookie": await context.services.flashCookie.write(done) };
  }
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
