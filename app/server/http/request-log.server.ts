import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import type { Log } from "~/platform/log.server";
import type { Metrics } from "~/platform/metrics.server";

const quiet = /^\/(assets|thumbnails|healthcheck|readiness)(\/|$)/;

/** Others are counted together: the client chooses the method. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface RequestFacts {
  id: string;
  method: string;
  path: string;
}

const factsOf = new WeakMap<ServerResponse, RequestFacts>();

/**
 * Writes one log line per request, counts it under its route's pattern, and returns its facts with a new id. pino-http
 * is not used: it creates a log per request, a tenth of the cost of serving a part of a video (docs/performance.md).
 */
export function requestLog(
  log: Log,
  { metrics, labelOf }: { metrics: Pick<Metrics, "observeRequest">; labelOf: (path: string) => string },
): (req: IncomingMessage, res: ServerResponse) => RequestFacts {
  // A line has no other fields than these, so that there is nothing to redact.
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

/** First segments of paths that open something to everyone who has them. */
const secretPlaces = new Set(["files", "gifts"]);

/** Signatures and tokens have 256 bits or more: 43 characters in base64url. */
const tokenShape = /[A-Za-z0-9_-]{43}/;

const maxLength = 300;

/** Without the query, and with "…" for signed links, links of gifts and guests, and every segment with a token. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split(/[?#]/);
  const segments = path.split("/");
  const first = segments.findIndex((segment) => segment !== "");
  const hidden = path.endsWith(".data") ? "….data" : "…";
  const isSecret = secretPlaces.has(decode(segments[first] ?? "").toLowerCase());
  const loggedSegments =
    isSecret && segments.length > first + 1
      ? [...segments.slice(0, first + 1), hidden]
      : segments.map((segment, at) =>
          tokenShape.test(decode(segment)) ? (at === segments.length - 1 ? hidden : "…") : segment,
        );
  return loggedSegments.join("/").slice(0, maxLength);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export const serverTiming: RequestHandler = (_req, res, next) => {
  const start = performance.now();
  const writeHead = res.writeHead;
  res.writeHead = ((...given: Parameters<typeof writeHead>) => {
    if (!res.headersSent) res.setHeader("Server-Timing", `app;dur=${(performance.now() - start).toFixed(1)}`);
    return writeHead.apply(res, given);
  }) as typeof writeHead;
  next();
};
