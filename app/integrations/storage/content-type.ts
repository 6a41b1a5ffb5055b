/** The formats the product stores (product.md, Validation) and serves, by the ending of the key. */
const contentTypes: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  avi: "video/x-msvideo",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
};

/** Takes a key; gives the type it is stored and served as. Anything unknown is bytes, which no browser renders. */
export function contentTypeOf(key: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(contentTypes, ending) ? (contentTypes[ending] ?? octets) : octets;
}

const octets = "application/octet-stream";
