import type { ReactNode } from "react";
import { parseDescription } from "./description-blocks";

interface DescriptionProps {
  text: string;
  /** Renders the text of a paragraph or item; as it is by default. */
  renderText?: ((text: string) => ReactNode) | undefined;
}

/** A creator's description with its paragraphs and lists kept. */
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
