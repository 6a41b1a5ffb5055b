import type { ServerResponse } from "node:http";

/** Headers that a file's response may have set before it failed, and a refusal must not carry. */
const fileHeaders = ["Accept-Ranges", "Content-Disposition", "Content-Range", "ETag", "Last-Modified"];

/**
 * Answers a request for a file with a line of plain text instead, never kept by a cache.
 * If the response has already begun, cuts the connection, so that a part is not mistaken for the whole.
 */
export function answerPlain(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  for (const name of fileHeaders) res.removeHeader(name);
  res.statusCode = status;
  res.setHeader("Content-Type", "text/plain; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("X-Content-Type-Options", "nosniff");
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.end(text);
}

/** Answers methods other than GET and HEAD with 405. Returns whether it did. */
export function refuseOtherMethods(method: string | undefined, res: ServerResponse): boolean {
  if (method === "GET" || method === "HEAD") return false;
  answerPlain(res, 405, "Method not allowed", { Allow: "GET, HEAD" });
  return true;
}
