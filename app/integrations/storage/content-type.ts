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
