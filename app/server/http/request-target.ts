import type { RequestHandler } from "express";

/** The methods that a route or handler supports. Fetch, on which Remix builds its requests, rejects some others. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Returns the status to refuse a request with, judged by its first line alone, or undefined to accept it.
 * - 405: an unsupported method, such as TRACE.
 * - 400: a target that is not a path, such as `http://host/path` or `*` (RFC 9112, section 3.2), from which Remix
 *   cannot build a URL.
 * - 400: `_data` in the query, an old form of Remix data requests that takes a loader's own `status` for an HTTP
 *   status.
 */
export function decideTargetRefusal(method: string, target: string): 400 | 405 | undefined {
  if (!methods.has(method)) return 405;
  if (!target.startsWith("/")) return 400;
  const query = target.indexOf("?");
  if (query >= 0 && new URLSearchParams(target.slice(query)).has("_data")) return 400;
  return undefined;
}

export const refuseTarget: RequestHandler = (req, res, next) => {
  const status = decideTargetRefusal(req.method, req.originalUrl);
  if (status === undefined) return next();
  if (status === 405) res.set("Allow", "GET, HEAD, POST");
  res.status(status).type("text").send("Pedido inválido.\nInvalid request.\n");
};
