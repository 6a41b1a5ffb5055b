/** A part of a description: a paragraph with its line breaks, or a list. */
export type DescriptionBlock =
  | { kind: "paragraph"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] };

const bullet = /^\s*[-*•–]\s+(?=\S)/;
const number = /^\s*\d{1,2}[.)]\s+(?=\S)/;

function listMark(line: string): "bullet" | "number" | undefined {
  if (bullet.test(line)) return "bullet";
  return number.test(line) ? "number" : undefined;
}

/**
 * Splits plain text as people type it: empty lines end a paragraph, and lines that begin with "-", "*", "•" or a number
 * are a list. Nothing in the text is markup.
 */
export function parseDescription(text: string): DescriptionBlock[] {
  const blocks: DescriptionBlock[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const open = isOpen ? blocks.at(-1) : undefined;
    isOpen = line.trim() !== "";
    if (!isOpen) continue;
    const mark = listMark(line);
    const ordered = mark === "number";
    if (mark) {
      const item = line.replace(ordered ? number : bullet, "").trim();
      if (open?.kind === "list" && open.ordered === ordered) open.items.push(item);
      else blocks.push({ kind: "list", ordered, items: [item] });
    } else if (open?.kind === "paragraph") open.text += `\n${line.trim()}`;
    else blocks.push({ kind: "paragraph", text: line.trim() });
  }
  return blocks;
}
