import type { RequestHandler } from "express";

/**
 * Has every request carry our own host, whatever `Host` and `X-Forwarded-Host` say. Remix builds its addresses from
 * them and compares forms' Origin with them: another name, as a proxy or a stranger may send it, ended in a 500. Where
 * a form comes from has been judged by then (`cross-site.server.ts`).
 * Takes our own address (APP_URL).
 */
export function carryOwnHost(appUrl: string): RequestHandler {
  const { host } = new URL(appUrl);
  return (req, _res, next) => {
    delete req.headers["x-forwarded-host"];
    req.headers.host = host;
    next();
  };
}
