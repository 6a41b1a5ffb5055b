/** The texts and metadata of an HTML page. */
export interface ReadPage {
  lang: string;
  canonical: string[];
  alternates: [string, string][];
  /** All text, visible or for screen readers, including title and description. */
  said: string[];
}

const attributes = /\s(?:aria-label|placeholder|title|alt)="([^"]*)"/g;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

export function readPage(html: string): ReadPage {
  const bare = html.replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, "").replace(/<!--[\s\S]*?-->/g, "");
  const texts = bare.split(/<[^>]*>/);
  const tags = bare.match(/<[^>]*>/g) ?? [];
  const links = tags.filter((tag) => tag.startsWith("<link"));
  const value = (tag: string, name: string) =>
    decodeHtml(new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1] ?? "");
  return {
    lang: value(tags.find((tag) => tag.startsWith("<html")) ?? "", "lang"),
    canonical: links.filter((tag) => value(tag, "rel") === "canonical").map((tag) => value(tag, "href")),
    alternates: links
      .filter((tag) => value(tag, "rel") === "alternate")
      .map((tag) => [value(tag, "hreflang"), value(tag, "href")]),
    said: [
      ...texts,
      ...tags.flatMap((tag) => [...tag.matchAll(attributes)].map(([, text = ""]) => text)),
      ...tags.filter((tag) => tag.startsWith("<meta")).map((tag) => value(tag, "content")),
    ]
      .map((text) => decodeHtml(text).trim())
      .filter((text) => text !== ""),
  };
}

/** Decodes the character references that React writes. */
export function decodeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name: string) => entities[name] ?? whole);
}
