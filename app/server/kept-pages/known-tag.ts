/**
 * Returns the client's own ETag if it names this content in any encoding (RFC 9110, section 13.1.2), so that a 304 may repeat it;
 * undefined if the client does not have it. `ifNoneMatch`: the header
 */
export function findKnownTag(ifNoneMatch: string | undefined, content: string): string | undefined {
  if (!ifNoneMatch) return undefined;
  return ifNoneMatch
    .slice(0, 1_000)
    .split(",")
    .map((tag) => tag.trim())
    .find((tag) => tag.replace(/^W\//, "").startsWith(`"${content}-`));
}
