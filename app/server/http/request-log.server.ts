import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "~/platform/log.server";

/** Paths too frequent and too dull for the log at its usual level. */
const quiet = /^\/(assets|thumbnails|healthcheck)(\/|$)/;

/** What the log says of a request. */
export interface RequestFacts {
  id: string;
  method: string;
  path: string;
}

const factsOf = new WeakMap<ServerResponse, RequestFacts>();

/**
 * Gives every request an id (sent back as X-Request-Id) and one log line: method, path, status, milliseconds.
 * The query is left out, since signed links, recovery links and checkout returns carry what must not be kept.
 *
 * Written here rather than taken from pino-http, which makes a log of its own for every request: a tenth of what a part
 * of a video costs (docs/performance.md). Pages make theirs in `app.server.ts`.
 */
export function requestLog(log: Log): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const facts: RequestFacts = { id: randomUUID(), method: req.method ?? "", path: pathOf(req.url ?? "") };
    factsOf.set(res, facts);
    res.setHeader("X-Request-Id", facts.id);
    const start = performance.now();
    res.once("close", () => {
      const { statusCode, writableFinished } = res;
      const responseTime = Math.round(performance.now() - start);
      const level = statusCode >= 500 ? "error" : quiet.test(facts.path) ? "debug" : "info";
      const message = writableFinished ? "request completed" : "request aborted";
      log[level]({ req: facts, res: { status: statusCode }, responseTime }, message);
    });
  };
}

/** The facts that `requestLog` left with an answer. */
export function requestFacts(res: ServerResponse): RequestFacts {
  const facts = factsOf.get(res);
  if (!facts) throw new Error("an answer without facts: requestLog comes first");
  return facts;
}

function pathOf(url: string): string {
  const [path = ""] = url.split("?");
  return path.startsWith("/files/") ? "/files/…" : path.slice(0, 300);
}
