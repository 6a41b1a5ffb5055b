import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type Client, streamToClient } from "~/platform/client-stream.server";
import { byteOrderMark, formatCsvRow, formatCsvRows } from "./csv";
import type { CellValue, Sheet } from "./sheet";

/** Of the worker: twice what the largest workbook needs. */
const memoryMib = 1_024;

/**
 * Made in a worker thread (`worker`: its built file). `batches`: rows of `CellValue` as JSON. Throws when they fail, the
 * worker runs out of memory, or `signal` aborts; the thread is terminated.
 */
export async function makeWorkbook(
  worker: URL,
  { sheet, batches, signal }: { sheet: Sheet; batches: AsyncIterable<{ text: string }>; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const thread = new Worker(worker, {
    workerData: sheet,
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
    env: {},
    execArgv: [],
  });
  // `once` stops listening at the first message or the abort; a later unhandled error would end the process.
  thread.on("error", () => {});
  // From the start, to notice a thread that ends while the rows are still read.
  const answer = once(thread, "message", { signal });
  const failure = new Promise<never>((_, fail) => {
    answer.catch(fail);
    thread.once("exit", (code) => fail(new Error(`the workbook's thread ended with ${code}`)));
  });
  failure.catch(() => {});
  try {
    const reading = (async () => {
      for await (const { text } of batches) {
        signal.throwIfAborted();
        thread.postMessage(text);
      }
      thread.postMessage(null);
    })();
    await Promise.race([reading, failure]);
    const [file] = await Promise.race([answer, failure]);
    return file as Uint8Array<ArrayBuffer>;
  } finally {
    await thread.terminate();
  }
}

interface Streaming extends Client {
  /** Rows of `CellValue` as JSON. */
  batches: AsyncGenerator<{ text: string }, void>;
  /** Called at the end, also of a failure or an abort; perhaps more than once. */
  onEnd(): void;
}

/** While the client reads a batch, the database makes the next and no further: memory does not grow with the file. */
export function streamCsv(
  { columns }: Pick<Sheet, "columns">,
  { batches, onEnd, ...client }: Streaming,
): ReadableStream<Uint8Array> {
  const { signal } = client;
  // A client may have closed before the first read.
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
