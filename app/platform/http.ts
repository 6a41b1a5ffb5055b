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

/**
 * Returns the ETag for a 304: the client's own, weak or strong, if it is one of `tags`, or the first of them for `*`;
 * undefined if the client does not have the content (RFC 9110, section 13.1.2). `ifNoneMatch`: the header.
 */
export function findKnownTag(
  ifNoneMatch: string | undefined,
  tags: readonly [string, ...string[]],
): string | undefined {
  if (!ifNoneMatch) return undefined;
  const asked = ifNoneMatch
    .slice(0, 1_000)
    .split(",")
    .map((tag) => tag.trim());
  if (asked.length === 1 && asked[0] === "*") return tags[0];
  return asked.find((tag) => tags.includes(tag.replace(/^W\//, "")));
}
