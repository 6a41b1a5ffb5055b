/**
 * What a picture shows of a page, without its data: headings, labels and names of controls, each once, with 0 for every
 * digit. Enough to notice that a picture is out of date.
 */
export type PageOutline = string[];

const named = /<(h1|h2|th|label|button|legend)\b[^>]*>(.*?)<\/\1>/gs;

export function outlineOf(html: string): PageOutline {
  const body = html.replace(/<(script|template|style)\b.*?<\/\1>/gs, "");
  const texts = [...body.matchAll(named)].map(([, , content = ""]) => textOf(content)).filter(Boolean);
  return [...new Set(texts)].sort();
}

function textOf(content: string): string {
  return content
    .replace(/<[^>]*>/g, " ")
    .replace(/\d/g, "0")
    .replace(/\s+/g, " ")
    .trim();
}
