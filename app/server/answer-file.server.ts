import type { LoaderFunctionArgs } from "@remix-run/node";
import { makePdf } from "~/features/base/documents/pdf.server";
import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { streamToClient } from "~/platform/client-stream.server";

/** Reads no faster than the client; stops when it disconnects. */
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

/** For personal data. Compression would read ahead of the client. */
export const fileCaching = "private, no-store, no-transform";

/** Per process: each uses a core. */
const maxConcurrent = 2;

const longestMs = 60_000;

let drawing = 0;

/** Draws no faster than the client reads. Responds 503 while others are drawn. */
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

/** Until the returned function is called or the signal aborts: the response may never be read. */
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
