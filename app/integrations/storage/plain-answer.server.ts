import type { ServerResponse } from "node:http";

/** A failed file response may have set them; a refusal must not carry them. */
const fileHeaders = ["Accept-Ranges", "Content-Disposition", "Content-Range", "ETag", "Last-Modified"];

/** Uncached plain text instead of a file. If the response has begun, cuts the connection: a part must not look whole. */
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

/** Answers 405 unless GET or HEAD. Returns whether it did. */
export function refuseOtherMethods(method: string | undefined, res: ServerResponse): boolean {
  if (method === "GET" || method === "HEAD") return false;
  answerPlain(res, 405, "Method not allowed", { Allow: "GET, HEAD" });
  return true;
}
