import { createHash } from "node:crypto";

/** From `html`, or markup that is not escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | undefined | null | false | readonly Part[];

/** Escapes every value that is not `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + toText(parts[index])).join(""));
}

function toText(part: Part): string {
  if (part === undefined || part === null || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(toText).join("");
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The policy's source for a stylesheet, which must stay as it is, character for character. */
export function styleSource(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}

interface Page {
  lang: "pt-BR" | "en";
  title: string;
  style: string;
  body: Html;
}

export function renderPage({ lang, title, style, body }: Page): string {
  return html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><style>${new Html(style)}</style></head>
<body>${body}</body></html>
`.text;
}
