/** What the local services share. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Server as NetServer } from "node:net";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

/** Not stored by caches, as tokens require (RFC 6749, section 5.1). */
export function json(status: number, value: unknown): Answer {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(value) };
}

/** On 127.0.0.1. Throws when the port is in use. */
export async function startServer(
  name: string,
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const server = createServer((request, response) => {
    answer(request, response).catch((failure: unknown) => {
      if (request.destroyed && !request.complete) return;
      console.error(`${name}:`, failure);
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("Internal error");
    });
  });
  const boundPort = await listen(server, port, name);
  return { server, port: boundPort, url: `http://127.0.0.1:${boundPort}`, close: () => closeServer(server) };
}

/** Returns the port. */
export function listen(server: NetServer, port: number, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error) => reject(new Error(`${name} cannot listen on port ${port}.`, { cause }));
    server.once("error", refuse);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", refuse);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Undefined for a body of more than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes = 256 * 1024): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    // The rest is still read, or the sender would find a broken connection instead of the answer.
    if (size <= maxBytes) chunks.push(bytes);
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}

/** Returns the status; follows no redirect. Throws without an answer within ten seconds, or when `closing` aborts. */
export async function postWebhook(
  url: string,
  { closing, ...request }: { body: string; headers: Record<string, string>; closing: AbortSignal },
): Promise<number> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(10_000)]);
  const answer = await fetch(url, { method: "POST", redirect: "manual", signal, ...request });
  await answer.body?.cancel();
  return answer.status;
}

/** Browsers name the origin of every cross-site post. */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}
