import { on } from "node:events";
import { Worker } from "node:worker_threads";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamToClient } from "~/platform/client-stream.server";
import type { PdfBlock, PdfHead } from "./pdf-document";

/** Responds with a CSV file, read no faster than the client reads: work stops when it disconnects. */
export function answerCsv(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  fileName: string,
  parts: AsyncGenerator<string>,
): Response {
  const { waitForDrain } = context;
  const body = streamToClient(encode(parts), { waitForDrain, signal: request.signal });
  return new Response(body, { headers: csvHeaders(fileName) });
}

async function* encode(parts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const part of parts) yield encoder.encode(part);
}

export function csvHeaders(fileName: string) {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": fileCaching,
  };
}

/** Of files with personal data. Compressed, a file would be read ahead of the client, and a large one take longer. */
export const fileCaching = "private, no-store, no-transform";

/** Documents drawn at once per process: each uses a core. */
const maxConcurrent = 2;

/** How long a client may take to read a document, in milliseconds: a place is free again after that. */
const longestMs = 60_000;

let drawing = 0;

/**
 * Responds with a PDF, drawn no faster than the client reads it. Responds 503 while others are drawn, to be tried again
 * in a few seconds.
 */
export function answerPdf(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  fileName: string,
  { head, blocks }: { head: PdfHead; blocks: AsyncIterable<PdfBlock> | Iterable<PdfBlock> },
): Response {
  if (request.method === "HEAD") return new Response(null, { headers: pdfHeaders(fileName) });
  if (drawing >= maxConcurrent) return new Response(null, { status: 503, headers: { "Retry-After": "3" } });
  const { services, waitForDrain } = context;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(longestMs)]);
  const release = takePlace(signal);
  const bytes = makePdf(services.pdfWorker, { head, blocks, signal });
  const parts: AsyncIterator<Uint8Array, unknown> = {
    async next() {
      const part = await bytes.next();
      if (part.done) release();
      return part;
    },
    async return() {
      release();
      await bytes.return(undefined);
      return { done: true, value: undefined };
    },
  };
  return new Response(streamToClient(parts, { waitForDrain, signal }), { headers: pdfHeaders(fileName) });
}

/** Reserves a slot until the returned function is called or the signal aborts: the response may never be read. */
function takePlace(signal: AbortSignal): () => void {
  let taken = true;
  const release = () => {
    if (taken) drawing -= 1;
    taken = false;
  };
  drawing += 1;
  signal.addEventListener("abort", release, { once: true });
  return release;
}

export function pdfHeaders(fileName: string) {
  return {
    "Content-Type": "application/pdf",
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": fileCaching,
  };
}

/** The heap limit of the worker, in MiB: a hundred pages need less than 30 (docs/decisions/0182). */
const memoryMib = 150;

/**
 * Yields the bytes of a PDF, drawn in a separate thread as the caller reads. Each block is requested once the previous
 * one is drawn. Throws when reading the blocks fails, when the worker ends early, and when `signal` aborts; the thread
 * is terminated.
 * @param worker the worker's built file
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
    // It needs neither the server's settings nor its secrets.
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
