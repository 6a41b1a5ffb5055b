import type { NextFunction, Request, RequestHandler, Response } from "express";

/**
 * Passes a handler's rejections to Express' error handler. Express 4 ignores a handler's promise, and an unhandled
 * rejection ends the process.
 */
export function forwardRejections(
  handler: (req: Request, res: Response, next: NextFunction) => Promise<void>,
): RequestHandler {
  return (req, res, next) => {
    handler(req, res, next).catch(next);
  };
}
