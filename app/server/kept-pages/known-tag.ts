import { type Encoding, encodings } from "./accepted-encoding";

export function formatTag(content: string, encoding: Encoding): string {
  return `"${content}-${encoding}"`;
}

/**
 * Returns the client's own ETag, weak or strong, if it is one of this content in any encoding (RFC 9110, section
 * 13.1.2), so that a 304 may repeat it; undefined if the client does not have the content. `ifNoneMatch`: the header
 */
export function findKnownTag(ifNoneMatch: string | undefined, content: string): string | undefined {
  if (!ifNoneMatch) return undefined;
  const own = encodings.map((encoding) => formatTag(content, encoding));
  return ifNoneMatch
    .slice(0, 1_000)
    .split(",")
    .map((tag) => tag.trim())
    .find((tag) => own.includes(tag.replace(/^W\//, "")));
}
