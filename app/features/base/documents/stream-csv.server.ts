import { setImmediate } from "node:timers/promises";
import { type Client, streamToClient } from "~/platform/client-stream.server";
import { byteOrderMark, formatCsvRow, formatCsvRows } from "./csv";
import type { CellValue, Sheet } from "./sheet";

interface Streaming extends Client {
  /** Rows of `CellValue` as JSON. */
  batches: AsyncGenerator<{ text: string }, void>;
  /** Called at the end, also of a failure or an abort; perhaps more than once. */
  onEnd(): void;
}

/**
 * Streams a sheet as CSV: the titles, then batches of rows. While the client reads one, the database makes the next and
 * no further, so memory does not grow with the file.
 */
export function streamCsv(
  { columns }: Pick<Sheet, "columns">,
  { batches, onEnd, ...client }: Streaming,
): ReadableStream<Uint8Array> {
  const { signal } = client;
  // The only sign of a client that closes before the first read, or before this.
  if (signal.aborted) onEnd();
  else signal.addEventListener("abort", onEnd, { once: true });
  const parts = writeParts(columns, batches);
  const end = async () => {
    onEnd();
    await batches.return();
    return { done: true, value: undefined } as const;
  };
  return streamToClient({ next: () => parts.next(), return: end }, client);
}

async function* writeParts(
  columns: Sheet["columns"],
  batches: Streaming["batches"],
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const next = () => {
    const coming = batches.next();
    // Thrown when it is read.
    coming.catch(() => {});
    return coming;
  };
  yield encoder.encode(byteOrderMark + formatCsvRow(columns.map(({ title }) => title)));
  for (let coming = next(); ; ) {
    const { done, value } = await coming;
    if (done) return;
    coming = next();
    // The next statement is sent before this batch is formatted.
    await setImmediate();
    yield encoder.encode(formatCsvRows(JSON.parse(value.text) as CellValue[][], columns));
  }
}
