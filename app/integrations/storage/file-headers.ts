/** The formats the product stores (product.md, Validation) and serves, by the ending of the key. */
const contentTypes: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  avi: "video/x-msvideo",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
  zip: "application/zip",
};

/** Returns the type that a key is stored and served with: bytes, which no browser renders, if unknown. */
export function contentTypeOf(key: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(contentTypes, ending) ? (contentTypes[ending] ?? octets) : octets;
}

const octets = "application/octet-stream";

/** Percent-encodes a file's name by RFC 8187: only letters, digits, `-`, `.`, `_` and `~` stay. */
export function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns the Content-Disposition that saves a response under a name, which `encodeFileName` has encoded. */
export function saveUnder(encodedName: string): string {
  return `attachment; filename*=UTF-8''${encodedName}`;
}

/**
 * `Cache-Control` of public files that a suspension or deletion withdraws. A browser may keep what it has shown for a
 * day; a cache that serves others asks again after a minute (RFC 9111, section 5.2.2.10), and then has nothing to
 * serve.
 */
export const revocableCaching = "public, max-age=86400, s-maxage=60";
