import { setImmediate } from "node:timers/promises";
import { type Client, patienceMs, withPatience } from "~/platform/client-stream.server";
import { byteOrderMark, formatCsvRow, formatCsvRows } from "./csv";
import type { CellValue, Sheet } from "./sheet";

interface Streaming extends Client {
  /** Rows of `CellValue` as JSON. */
  batches: AsyncGenerator<{ text: string }, void>;
  /** Called at the end, also of a failure or an abort; perhaps more than once. */
  onEnd(): void;
}

/**
 * Streams a sheet as CSV: the titles, then batches of rows. While the client reads one, the database makes the next and no
 * further, so memory does not grow with the file. When the database fails, or the client reads nothing for a minute, the
 * response is aborted: an incomplete file must not look complete.
 */
export function streamCsv(
  { columns }: Pick<Sheet, "columns">,
  { batches, waitForDrain, signal, onEnd, patience = patienceMs }: Streaming,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const titles = formatCsvRow(columns.map(({ title }) => title));
  let coming: ReturnType<typeof batches.next> | undefined;
  const next = () => {
    coming = batches.next();
    // Thrown when it is read.
    coming.catch(() => {});
    return coming;
  };
  const end = async () => {
    onEnd();
    await batches.return();
  };
  // The only sign of a client that closes before the first read, or before this.
  if (signal.aborted) onEnd();
  else signal.addEventListener("abort", onEnd, { once: true });
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + titles)),
      async pull(controller) {
        try {
          await withPatience(patience, waitForDrain());
          signal.throwIfAborted();
          const { done, value } = await (coming ?? next());
          if (!done) {
            next();
            // The next statement is sent before this batch is formatted.
            await setImmediate();
            return controller.enqueue(
              encoder.encode(formatCsvRows(JSON.parse(value.text) as CellValue[][], columns)),
            );
          }
          await end();
          controller.close();
        } catch (error) {
          await end();
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
