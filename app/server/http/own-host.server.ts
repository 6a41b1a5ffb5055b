import type { RequestHandler } from "express";

/**
 * Replaces Host and the forwarded headers of every request by those of `appUrl`, because Remix builds URLs from them.
 * Removes Origin: the origin check, which runs before (`apply-origin-check.server.ts`), is the only one. Remix's own
 * check knows no exemptions, and answers a foreign or malformed Origin with a 500.
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
