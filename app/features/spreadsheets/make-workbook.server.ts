import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Sheet } from "./sheet";

/** What a worker's JavaScript may take, in MiB: the largest workbook takes half of it. */
const memoryMib = 1_024;

/**
 * Makes a workbook in a thread of its own, of batches of rows as `readExportBatches` gives them: JSON arrays of rows of `CellValue`.
 * Takes the worker's built file. Throws when the batches do, when the worker runs out of its memory, and when `signal`
 * says that nobody waits any more; the thread is gone then.
 */
export async function makeWorkbook(
  worker: URL,
  { sheet, batches, signal }: { sheet: Sheet; batches: AsyncIterable<{ text: string }>; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const thread = new Worker(worker, {
    workerData: sheet,
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
    // Nothing of the server's: it needs neither its settings nor its secrets.
    env: {},
    execArgv: [],
  });
  // `once` below stops listening with the first answer or the abort; an error after that would end the process.
  thread.on("error", () => {});
  // Waited for from the start, so that a thread which ends early is noticed while the rows are still read.
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
