import type { ServerResponse } from "node:http";
import type { ObjectRange } from "./storage";

/** Stored formats (product.md, Validation), by the key's extension. */
const contentTypes: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  avi: "video/x-msvideo",
  m4a: "audio/mp4",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
  zip: "application/zip",
};

/** Bytes, which no browser renders, if unknown. */
export function contentTypeOf(key: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(contentTypes, ending) ? (contentTypes[ending] ?? octets) : octets;
}

const octets = "application/octet-stream";

/** RFC 8187: only letters, digits, `-`, `.`, `_` and `~` stay. */
export function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Content-Disposition; `encodedName`: from `encodeFileName`. */
export function saveUnder(encodedName: string): string {
  return `attachment; filename*=UTF-8''${encodedName}`;
}

/** For public files that can be withdrawn: browsers keep them a day, shared caches a minute (RFC 9111, 5.2.2.10). */
export const revocableCaching = "public, max-age=86400, s-maxage=60";

/** Players send fewer (RFC 9110, section 14.2: servers ought to ignore more). */
const maxRanges = 8;

type Bounds = { start: number; end: number };

/**
 * Resolves a Range header strictly by RFC 9110, section 14. Every range is written as `first-last` within `length`; one
 * that starts at the length is to be answered 416; undefined if the header is to be ignored. (`send` alone accepts
 * `bytes=1`, `bytes=0x1-5` and `bytes=5-8-9`, and refuses a suffix longer than the file.)
 */
export function resolveRange(header: string | undefined, length: number): string | undefined {
  const set = /^bytes=(.+)$/i.exec(header ?? "")?.[1];
  if (!set) return undefined;
  const specs = set.split(",");
  if (specs.length > maxRanges) return undefined;

  const met: string[] = [];
  let ranges = 0;
  for (const spec of specs) {
    if (/^[ \t]*$/.test(spec)) continue; // a list may hold empty elements (section 5.6.1)
    const bounds = parseSpec(spec, length);
    if (!bounds) return undefined;
    ranges += 1;
    if (bounds.start <= bounds.end) met.push(`${bounds.start}-${bounds.end}`);
  }
  if (ranges === 0) return undefined;
  return met.length > 0 ? `bytes=${met.join(",")}` : `bytes=${length}-`;
}

/** Start past end if unsatisfiable, undefined if malformed. */
function parseSpec(spec: string, length: number): Bounds | undefined {
  const match = /^[ \t]*(\d*)-(\d*)[ \t]*$/.exec(spec);
  if (!match) return undefined;
  const [, first = "", last = ""] = match;
  if (first === "") {
    if (last === "") return undefined;
    return { start: Math.max(0, length - Number(last)), end: length - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  return { start, end: last === "" ? length - 1 : Math.min(Number(last), length - 1) };
}

/** Throws `RangeError`: a bug of the caller. */
export function assertRange({ start, end }: ObjectRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError("not a range of bytes");
  }
}

/** Fits a well-formed range to a length; the start is one past the end if nothing is left. */
export function clampRange(range: ObjectRange | undefined, length: number): ObjectRange {
  if (!range) return { start: 0, end: length - 1 };
  const start = Math.min(range.start, length);
  return { start, end: Math.max(start - 1, Math.min(range.end, length - 1)) };
}

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
