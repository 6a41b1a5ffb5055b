import type { AppLoadContext } from "@remix-run/node";
import { makeWorkbook, streamCsv } from "~/features/base/documents/sheet-files.server";
import { type ExportFormat, exportSheets, maxWorkbookRows } from "~/features/office/exports/export-columns";
import type { ExportFilters } from "~/features/office/exports/export-filters";
import { hasMoreThan, readExportBatches } from "./export-rows.queries.server";

export type Exported =
  | { ok: true; body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }
  /** Another export is running, too many rows for a workbook, or a failure, whose cause is in the log. */
  | { ok: false; error: "busy" | "tooMany" | "failed" };

/** One of each format at a time: CSV keeps its slot until the client has read it. */
export async function exportList(
  { services: { db, exportSlots, workbookWorker }, log, waitForDrain }: AppLoadContext,
  { filters, format, signal }: { filters: ExportFilters; format: ExportFormat; signal: AbortSignal },
): Promise<Exported> {
  const free = exportSlots.take(format);
  if (!free) return { ok: false, error: "busy" };
  const sheet = exportSheets[filters.kind];
  const batches = readExportBatches(db, { filters });
  if (format === "csv") {
    return { ok: true, body: streamCsv(sheet, { batches, waitForDrain, signal, onEnd: free }) };
  }
  try {
    const limit = maxWorkbookRows(filters.kind);
    if (await hasMoreThan(db, filters, limit)) return { ok: false, error: "tooMany" };
    return { ok: true, body: await makeWorkbook(workbookWorker, { sheet, batches, signal }) };
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, "export failed");
    return { ok: false, error: "failed" };
  } finally {
    free();
  }
}
