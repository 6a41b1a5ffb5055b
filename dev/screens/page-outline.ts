import { createHash } from "node:crypto";

/** What a picture shows of a page, without its data: enough to notice that the picture is out of date. */
export interface PageOutline {
  /** Headings, labels and names of controls, each once, with 0 for every digit. */
  texts: string[];
  /** Hash of the kinds of elements with their classes and styles, each once. */
  look: string;
}

const named = /<(h1|h2|th|label|button|legend)\b[^>]*>(.*?)<\/\1>/gs;
const opened = /<([a-z][a-z0-9-]*)\b([^>]*)>/g;

export function outlineOf(html: string): PageOutline {
  const body = html.replace(/<(script|template|style)\b.*?<\/\1>/gs, "");
  const texts = [...body.matchAll(named)].map(([, , content = ""]) => textOf(content)).filter(Boolean);
  const kinds = [...body.matchAll(opened)].map(([, tag, attributes = ""]) => `${tag} ${lookOf(attributes)}`);
  const look = createHash("sha256")
    .update([...new Set(kinds)].sort().join("\n"))
    .digest("hex")
    .slice(0, 16);
  return { texts: [...new Set(texts)].sort(), look };
}

function textOf(content: string): string {
  return content
    .replace(/<[^>]*>/g, " ")
    .replace(/\d/g, "0")
    .replace(/\s+/g, " ")
    .trim();
}

/** Widths and heights in styles depend on the data: numbers count as one. */
function lookOf(attributes: string): string {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  return `${attribute("class")} ${attribute("style").replace(/[\d.]+/g, "0")}`;
}
