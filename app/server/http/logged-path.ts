/** Paths that open something to everyone who has them, by their first segment; what follows it is not logged. */
const secretPlaces = new Set(["files", "gifts"]);

/** Signatures and tokens have 256 bits or more: 43 characters in base64url. */
const tokenShape = /[A-Za-z0-9_-]{43}/;

const maxLength = 300;

/**
 * Returns the path of a URL as the log may have it, at most 300 characters: without the query, and with "…" in place of
 * what opens something: signed links, links of gifts and guests, and every segment with a token in it. The `.data` of a
 * data request stays.
 */
export function loggedPath(url: string): string {
  const [path = ""] = url.split(/[?#]/);
  const segments = path.split("/");
  const first = segments.findIndex((segment) => segment !== "");
  const hidden = path.endsWith(".data") ? "….data" : "…";
  const isSecret = secretPlaces.has(decode(segments[first] ?? "").toLowerCase());
  const shown =
    isSecret && segments.length > first + 1
      ? [...segments.slice(0, first + 1), hidden]
      : segments.map((segment, at) =>
          tokenShape.test(decode(segment)) ? (at === segments.length - 1 ? hidden : "…") : segment,
        );
  return shown.join("/").slice(0, maxLength);
}

/** Returns a segment as routes are matched: decoded, if that is possible. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
