import type { NextFunction, Request, RequestHandler, Response } from "express";

/**
 * Returns the handler with its rejections passed to Express' error handler. Express 4 leaves the promise of a handler
 * alone, and a rejection that nobody handles ends the process.
 */
export function passFailures(
  handler: (req: Request, res: Response, next: NextFunction) => Promise<void>,
): RequestHandler {
  return (req, res, next) => {
    handler(req, res, next).catch(next);
  };
}
