import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "~/platform/log.server";
import type { Metrics } from "~/platform/metrics.server";
import { loggedPath } from "./logged-path";

/** Frequent paths, logged at a lower level. */
const quiet = /^\/(assets|thumbnails|healthcheck|readiness)(\/|$)/;

/** Others are counted together: the client chooses the method. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export interface RequestFacts {
  id: string;
  method: string;
  path: string;
}

const factsOf = new WeakMap<ServerResponse, RequestFacts>();

/**
 * Returns a function that writes one log line per request: method, path, status, milliseconds; it returns what the line
 * names the request by, with a new id. The path is without what opens something (`logged-path.ts`). Counts the request
 * under its route's pattern, `labelOf` its path.
 *
 * pino-http is not used: it creates a log per request, a tenth of the cost of serving a part of a video
 * (docs/performance.md). Pages create theirs in `app.server.ts`.
 */
export function requestLog(
  log: Log,
  { metrics, labelOf }: { metrics: Pick<Metrics, "observeRequest">; labelOf: (path: string) => string },
): (req: IncomingMessage, res: ServerResponse) => RequestFacts {
  // A line has no other fields than these, so that there is nothing to remove.
  const lines = log.child({}, { redact: [] });
  return (req, res) => {
    const facts: RequestFacts = {
      id: randomUUID(),
      method: req.method ?? "",
      path: loggedPath(req.url ?? ""),
    };
    factsOf.set(res, facts);
    const start = performance.now();
    res.once("close", () => {
      const { statusCode, writableFinished } = res;
      const milliseconds = performance.now() - start;
      const responseTime = Math.round(milliseconds);
      metrics.observeRequest({
        route: labelOf(facts.path),
        method: knownMethods.has(facts.method) ? facts.method : "other",
        status: statusCode,
        seconds: milliseconds / 1000,
      });
      const level = statusCode >= 500 ? "error" : quiet.test(facts.path) ? "debug" : "info";
      const message = writableFinished ? "request completed" : "request aborted";
      lines[level]({ req: facts, res: { status: statusCode }, responseTime }, message);
    });
    return facts;
  };
}

export function requestFacts(res: ServerResponse): RequestFacts {
  const facts = factsOf.get(res);
  if (!facts) throw new Error("an answer without facts: requestLog comes first");
  return facts;
}
