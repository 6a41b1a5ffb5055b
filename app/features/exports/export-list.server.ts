import type { AppLoadContext } from "@remix-run/node";
import { makeWorkbook } from "~/features/spreadsheets/make-workbook.server";
import { streamCsv } from "~/features/spreadsheets/stream-csv.server";
import { type ExportFormat, exportSheets, mostWorkbookRows } from "./export-file";
import type { ExportQuestion } from "./export-filters";
import { hasMoreThan, readExportBatches } from "./export-rows.queries.server";

export type Exported =
  | { ok: true; body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }
  /** Another is being made, there are too many rows for a workbook, or it failed: the cause is in the log. */
  | { ok: false; error: "busy" | "tooMany" | "failed" };

/** Makes the file of what is asked for. One of each format at a time; CSV holds its place until the client has it. */
export async function exportList(
  { services: { db, exportPlaces, workbookWorker }, log, untilTaken }: AppLoadContext,
  { question, format, signal }: { question: ExportQuestion; format: ExportFormat; signal: AbortSignal },
): Promise<Exported> {
  const free = exportPlaces.take(format);
  if (!free) return { ok: false, error: "busy" };
  const sheet = exportSheets[question.kind];
  const batches = readExportBatches(db, { question, format });
  if (format === "csv") {
    return { ok: true, body: streamCsv(sheet, { batches, untilTaken, signal, onEnd: free }) };
  }
  try {
    const most = mostWorkbookRows(question.kind);
    if (await hasMoreThan(db, question, most)) return { ok: false, error: "tooMany" };
    return { ok: true, body: await makeWorkbook(workbookWorker, { sheet, batches, signal }) };
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, "export failed");
    return { ok: false, error: "failed" };
  } finally {
    free();
  }
}
