import type { RequestHandler } from "express";

/**
 * Replaces Host and the forwarded headers of every request by those of `appUrl`. Remix builds URLs from them and
 * compares the Origin of forms with them: another host or an invalid scheme, sent by a proxy or an attacker, ended in
 * a 500. The origin check runs before (`cross-site.server.ts`).
 */
export function setOwnHost(appUrl: string): RequestHandler {
  const { host, protocol } = new URL(appUrl);
  return (req, _res, next) => {
    delete req.headers["x-forwarded-host"];
    req.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    req.headers.host = host;
    next();
  };
}
