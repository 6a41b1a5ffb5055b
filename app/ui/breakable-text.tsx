import { Fragment } from "react";

/** "marina@", "demo.", "7ac8-" */
const partEnds = /(?<=[@._\-/])/;

/** Breaks an e-mail address, key or link between its parts, and inside one only if it must. */
export function BreakableText({ children }: { children: string }) {
  return (
    <span className="break-words">
      {children.split(partEnds).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
