import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import type { Log } from "~/platform/log.server";
import { requestFacts } from "./request-log.server";

export function refuseCrossSite(
  appOrigin: string,
  { log, addressOf }: { log: Log; addressOf: (req: IncomingMessage) => string },
): RequestHandler {
  return (req, res, next) => {
    const facts = {
      method: req.method,
      path: req.path,
      origin: req.headers.origin,
      secFetchSite: req.headers["sec-fetch-site"] as string | undefined,
    };
    if (isFromOurPages(facts, appOrigin)) return next();
    const from = { origin: facts.origin?.slice(0, 200), secFetchSite: facts.secFetchSite?.slice(0, 40) };
    log.warn(
      { security: "crossSiteRefused", address: addressOf(req), req: requestFacts(res), ...from },
      "crossSiteRefused",
    );
    res
      .status(403)
      .type("text")
      .send(
        "Este pedido não veio das nossas páginas. Abra a página de novo e repita.\n" +
          "This request did not come from our pages. Open the page again and repeat.\n",
      );
  };
}

interface OriginFacts {
  method: string;
  path: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
}

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/** Compared literally: `/webhooks/../logout` is another path once a route is chosen. */
export const signedPaths: ReadonlySet<string> = new Set([
  "/webhooks/stripe",
  "/webhooks/stream",
  "/unsubscribe",
]);

/**
 * OWASP CSRF Cheat Sheet, "Verifying origin". Every browser sends Origin on a POST, so a missing or `null` one is
 * refused too; Sec-Fetch-Site, if sent, must agree. Forwarded headers are ignored. Webhooks and one-click
 * unsubscription (RFC 8058) are exempt because they are signed.
 */
export function isFromOurPages(facts: OriginFacts, appOrigin: string): boolean {
  if (harmless.has(facts.method)) return true;
  if (facts.method === "POST" && signedPaths.has(facts.path)) return true;
  if (facts.secFetchSite !== undefined && facts.secFetchSite !== "same-origin") return false;
  return facts.origin === appOrigin;
}

/**
 * Remix builds URLs from Host and the forwarded headers. Removes Origin: `refuseCrossSite`, which runs before, is the
 * only check. Remix's own knows no exemptions, and answers a malformed Origin with a 500.
 */
export function setOwnHost(appUrl: string): RequestHandler {
  const { host, protocol } = new URL(appUrl);
  return (req, _res, next) => {
    delete req.headers.origin;
    delete req.headers["x-forwarded-host"];
    req.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    req.headers.host = host;
    next();
  };
}

/** Fetch, on which Remix builds its requests, rejects some other methods. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Undefined to accept. 405: an unsupported method, such as TRACE. 400: a target that is not a path (RFC 9112, section
 * 3.2), from which Remix cannot build a URL, or `_data`, an old form of its data requests that takes a loader's own
 * `status` for an HTTP status.
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
