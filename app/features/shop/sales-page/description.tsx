import type { ReactNode } from "react";

interface DescriptionProps {
  text: string;
  renderText?: ((text: string) => ReactNode) | undefined;
}

/** Keeps the paragraphs and lists of a creator's text. */
export function Description({ text, renderText = (plain) => plain }: DescriptionProps) {
  return (
    <div className="max-w-prose space-y-4 text-ink-soft">
      {parseDescription(text).map((block, index) => {
        const key = `${index}`;
        if (block.kind === "paragraph") {
          return (
            <p key={key} className="whitespace-pre-line">
              {renderText(block.text)}
            </p>
          );
        }
        const List = block.ordered ? "ol" : "ul";
        return (
          <List
            key={key}
            className={`space-y-1 pl-6 [overflow-wrap:anywhere] ${block.ordered ? "list-decimal" : "list-disc"}`}
          >
            {block.items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text is shown whole; nothing moves in it
              <li key={`${at}`}>{renderText(item)}</li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

/** A paragraph with its line breaks, or a list. */
type DescriptionBlock =
  | { kind: "paragraph"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] };

const bullet = /^\s*[-*•–]\s+(?=\S)/;
const number = /^\s*\d{1,2}[.)]\s+(?=\S)/;

function listMark(line: string): "bullet" | "number" | undefined {
  if (bullet.test(line)) return "bullet";
  return number.test(line) ? "number" : undefined;
}

/**
 * Splits plain text: empty lines end a paragraph; lines that begin with "-", "*", "•" or a number are a list. Nothing
 * in it is markup.
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
