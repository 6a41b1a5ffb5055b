import type { RequestHandler } from "express";

/** Sets Server-Timing on the response: the milliseconds until its headers were sent, for a browser's network panel. */
export const serverTiming: RequestHandler = (_req, res, next) => {
  const start = performance.now();
  const writeHead = res.writeHead;
  res.writeHead = ((...given: Parameters<typeof writeHead>) => {
    if (!res.headersSent) res.setHeader("Server-Timing", `app;dur=${(performance.now() - start).toFixed(1)}`);
    return writeHead.apply(res, given);
  }) as typeof writeHead;
  next();
};
