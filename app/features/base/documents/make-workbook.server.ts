import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Sheet } from "./sheet";

/** The worker's memory limit, in MiB: twice what the largest workbook needs. */
const memoryMib = 1_024;

/**
 * Returns a workbook, made in a thread of its own. Throws when reading the batches fails, when the worker runs out of
 * memory, and when `signal` aborts; the thread is terminated.
 * @param worker the worker's built file
 * @param batches rows of `CellValue` as JSON
 */
export async function makeWorkbook(
  worker: URL,
  { sheet, batches, signal }: { sheet: Sheet; batches: AsyncIterable<{ text: string }>; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const thread = new Worker(worker, {
    workerData: sheet,
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
    // It needs neither the server's settings nor its secrets.
    env: {},
    execArgv: [],
  });
  // `once` below stops listening at the first message or the abort; an unhandled error after that would end the
  // process.
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
