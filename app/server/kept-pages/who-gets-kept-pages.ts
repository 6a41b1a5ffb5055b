import type { IncomingMessage } from "node:http";

/**
 * Whether a request may be answered with what everyone gets: it reads, and names nobody. A cookie may be a session or
 * a choice; `Authorization` is never ours, so nothing is known about what it asks for.
 */
export function namesNobody({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  const reads = method === "GET" || method === "HEAD";
  return reads && headers.cookie === undefined && headers.authorization === undefined;
}
