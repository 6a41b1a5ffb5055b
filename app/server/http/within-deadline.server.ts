import type { IncomingMessage, ServerResponse } from "node:http";
import { type RequestDeadline, runWithDeadline } from "~/integrations/request-deadline";

/** Time that a request has to begin its answer, in milliseconds: 5 s with the failure page. */
const answerMs = 4_500;

/**
 * Requests that honestly take longer: uploads, whose parts are stored while they arrive, and files of many rows. Each
 * step of theirs has limits of its own.
 */
const takesLong =
  /^\/(creator\/(upload|videos\/[^/]+\/edit|profile)|admin\/export|account\/data|files|sitemap)|\.csv$/;

const beginnings = new WeakMap<IncomingMessage, () => void>();

/** Returns whether a request for this path has no deadline. */
export function isLongRequest(path: string): boolean {
  return takesLong.test(path);
}

/**
 * Begins a request's time, once its body has arrived. Does nothing where it has begun, and for a request without a
 * deadline.
 */
export function beginDeadline(req: IncomingMessage): void {
  beginnings.get(req)?.();
}

/** Calls `serve` with the request's deadline, which begins once its body has arrived. */
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
