import type { NextFunction, Request, RequestHandler, Response } from "express";

/** Express 4 ignores a handler's promise, and an unhandled rejection ends the process. */
export function forwardRejections(
  handler: (req: Request, res: Response, next: NextFunction) => Promise<void>,
): RequestHandler {
  return (req, res, next) => {
    handler(req, res, next).catch(next);
  };
}

/** The tag for a 304, weak or strong as the client has it, or the first for `*` (RFC 9110, section 13.1.2). */
export function findKnownTag(
  ifNoneMatch: string | undefined,
  tags: readonly [string, ...string[]],
): string | undefined {
  if (!ifNoneMatch) return undefined;
  const known = ifNoneMatch
    .slice(0, 1_000)
    .split(",")
    .map((tag) => tag.trim());
  if (known.length === 1 && known[0] === "*") return tags[0];
  return known.find((tag) => tags.includes(tag.replace(/^W\//, "")));
}
