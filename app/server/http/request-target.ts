/** The methods that some route or handler answers; Fetch, which Remix builds its requests with, refuses some others. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Decides whether a request is refused by its first line alone, before anything is routed. Returns the status to refuse
 * it with, or undefined.
 * - 405: a method that nothing here answers, such as TRACE.
 * - 400: a target that is no path, such as `http://host/path` or `*` (RFC 9112, section 3.2): no proxy of a website
 *   sends one, and Remix cannot build an address from it.
 * - 400: `_data` in the query, Remix's data request of old: it takes a loader's own `status` for an HTTP status.
 * `target`: as it was sent.
 */
export function decideTargetRefusal(method: string, target: string): 400 | 405 | undefined {
  if (!methods.has(method)) return 405;
  if (!target.startsWith("/")) return 400;
  const query = target.indexOf("?");
  if (query >= 0 && new URLSearchParams(target.slice(query)).has("_data")) return 400;
  return undefined;
}
