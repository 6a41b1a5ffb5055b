import type { AppLoadContext } from "@remix-run/node";
import { type ExportFormat, exportSheets, mostWorkbookRows, type People } from "./export-file";
import { hasMoreThan, readExportBatches } from "./export-rows.queries.server";
import { makeWorkbook } from "./make-workbook.server";
import { streamCsv } from "./stream-csv.server";

export type Exported =
  | { ok: true; body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }
  /** Another is being made, there are too many rows for a workbook, or it failed: the cause is in the log. */
  | { ok: false; error: "busy" | "tooMany" | "failed" };

/** Makes the file of everyone of a kind. One of each format at a time; CSV holds its place until the client has it. */
export async function exportPeople(
  { services: { db, exportPlaces, workbookWorker }, log, untilTaken }: AppLoadContext,
  { people, format, signal }: { people: People; format: ExportFormat; signal: AbortSignal },
): Promise<Exported> {
  const free = exportPlaces.take(format);
  if (!free) return { ok: false, error: "busy" };
  const batches = readExportBatches(db, { people, format });
  if (format === "csv") {
    return { ok: true, body: streamCsv(people, { batches, untilTaken, signal, onEnd: free }) };
  }
  try {
    if (await hasMoreThan(db, people, mostWorkbookRows(people))) return { ok: false, error: "tooMany" };
    const sheet = exportSheets[people];
    return { ok: true, body: await makeWorkbook(workbookWorker, { sheet, batches, signal }) };
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, "export failed");
    return { ok: false, error: "failed" };
  } finally {
    free();
  }
}
