import type { RequestHandler } from "express";

/**
 * Sets our own host on every request, whatever `Host` and the forwarded headers say. Remix builds addresses from them
 * and compares the Origin of forms with them: another host, or a scheme that is none, as a proxy or a stranger may send
 * it, ended in a 500. The origin check comes before (`cross-site.server.ts`).
 * `appUrl`: our own address.
 */
export function carryOwnHost(appUrl: string): RequestHandler {
  const { host, protocol } = new URL(appUrl);
  return (req, _res, next) => {
    delete req.headers["x-forwarded-host"];
    req.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    req.headers.host = host;
    next();
  };
}
