import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface ScrollTableProps {
  /** Describes the table to screen readers. */
  label: string;
  columns: readonly string[];
  /** Indexes of the columns whose heads are aligned to the right, above numbers. */
  numbers?: readonly number[];
  children: ReactNode;
}

/**
 * A table that scrolls horizontally on narrow screens, also by keyboard; a shadow at its right edge shows that there
 * is more. The first column (`ScrollRowHeader`) stays visible.
 */
export function ScrollTable({ label, columns, numbers = [], children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className="more-aside overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={classNames(
                  "border-b border-line px-4 py-3 text-sm font-semibold whitespace-nowrap text-ink-soft",
                  index === 0 && "sticky left-0 bg-surface sm:pl-6",
                  numbers.includes(index) && "text-right",
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>*]:border-b-0">{children}</tbody>
      </table>
    </section>
  );
}

export function ScrollRowHeader({ children }: { children: ReactNode }) {
  return (
    <th
      scope="row"
      className="sticky left-0 max-w-36 border-b border-line bg-surface px-4 py-3 align-top font-semibold break-words min-w-36 sm:max-w-56 sm:pl-6 lg:min-w-44"
    >
      {children}
    </th>
  );
}
