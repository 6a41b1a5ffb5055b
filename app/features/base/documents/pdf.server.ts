import { on } from "node:events";
import { Worker } from "node:worker_threads";
import type { PdfBlock, PdfHead } from "./pdf-document";

/** Of the worker's heap: a hundred pages need less than 30 (docs/decisions/0182). */
const memoryMib = 150;

/**
 * Draws in a worker thread (`worker`: its built file) as the caller reads; each block is requested after the previous one.
 * Throws when the blocks fail, the worker ends early, or `signal` aborts; the thread is terminated.
 */
export async function* makePdf(
  worker: URL,
  {
    head,
    blocks,
    signal,
  }: {
    head: PdfHead;
    blocks: AsyncIterable<PdfBlock> | Iterable<PdfBlock>;
    signal: AbortSignal;
  },
): AsyncGenerator<Uint8Array> {
  const thread = new Worker(worker, {
    workerData: head,
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
    env: {},
    execArgv: [],
  });
  // An error after the last message would end the process.
  thread.on("error", () => {});
  const answers = on(thread, "message", { signal, close: ["exit"] });
  const source = iterate(blocks);
  try {
    for await (const [answer] of answers) {
      if (answer === "end") return;
      if (answer === "next") {
        const next = await source.next();
        thread.postMessage(next.done ? null : next.value);
      } else yield answer as Uint8Array;
    }
    throw new Error("the document's thread ended early");
  } finally {
    await thread.terminate();
    await source.return(undefined);
  }
}

async function* iterate(
  blocks: AsyncIterable<PdfBlock> | Iterable<PdfBlock>,
): AsyncGenerator<PdfBlock, void> {
  yield* blocks;
}
