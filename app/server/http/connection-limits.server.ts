import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import { type RequestDeadline, runWithDeadline } from "~/integrations/request-deadline";
import type { Log } from "~/platform/log.server";
import { addressKey } from "~/platform/try-counter.server";

/** To begin an answer: 5 s with the failure page. */
const answerMs = 4_500;

/** Uploads, whose parts are stored while they arrive, and files of many rows. Each step has limits of its own. */
const takesLong =
  /^\/(creator\/(upload|videos\/[^/]+\/edit|profile)|admin\/export|account\/data|files|sitemap)|\.csv$/;

const beginnings = new WeakMap<IncomingMessage, () => void>();

export function isLongRequest(path: string): boolean {
  return takesLong.test(path);
}

/** To be called once the body has arrived. Does nothing where the deadline runs, or without one. */
export function beginDeadline(req: IncomingMessage): void {
  beginnings.get(req)?.();
}

export function withinDeadline(req: IncomingMessage, res: ServerResponse, serve: () => void): void {
  const [path = ""] = (req.url ?? "").split("?");
  const deadline: RequestDeadline = { endsAt: undefined, hasBegun: () => res.headersSent || res.destroyed };
  if (isLongRequest(path)) {
    runWithDeadline(deadline, serve);
    return;
  }
  const begin = () => {
    deadline.endsAt ??= performance.now() + answerMs;
  };
  beginnings.set(req, begin);
  const hasBody =
    req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
  if (hasBody) req.once("end", begin);
  else begin();
  runWithDeadline(deadline, serve);
}

/** When the client has received what was written, or has disconnected; long streams would accumulate in memory. */
export function waitForDrain(res: ServerResponse): Promise<void> {
  if (!res.writableNeedDrain || res.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      res.off("drain", done);
      res.off("close", done);
      resolve();
    };
    // Not `res.on`, which the compression middleware redirects to its own stream.
    EventEmitter.prototype.on.call(res, "drain", done);
    res.on("close", done);
  });
}

/** Per address. A browser opens six; one mobile address may have over a hundred phones. */
const defaultMax = 1_000;

const quietMs = 60_000;

/** `isProxy`: addresses without a limit, since every client's connection comes from the proxy. */
export function capConnections(
  server: Server,
  { log, isProxy, max = defaultMax }: { log: Log; isProxy: (address: string) => boolean; max?: number },
): void {
  const open = new Map<string, number>();
  let quietUntil = 0;
  server.on("connection", (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (address === undefined || isProxy(address)) return;
    const key = addressKey(address);
    const count = (open.get(key) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      if (Date.now() < quietUntil) return;
      quietUntil = Date.now() + quietMs;
      log.warn({ address, max }, "too many connections of one address");
      return;
    }
    open.set(key, count);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}
