import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamToClient } from "~/platform/client-stream.server";

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
