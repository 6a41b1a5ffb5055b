import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface StackedTableProps {
  /** Describes the table to screen readers. */
  label: string;
  columns: readonly string[];
  children: ReactNode;
}

/** A table whose rows are stacked as cards on phones, where nothing scrolls horizontally. */
export function StackedTable({ label, columns, children }: StackedTableProps) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">{label}</caption>
      <thead className="bg-sunken text-sm text-ink-soft max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-4 py-2 font-semibold first:pl-5 last:pr-5">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">{children}</tbody>
    </table>
  );
}

export function StackedRow({ children }: { children: ReactNode }) {
  return (
    <tr className="hover:bg-sunken max-md:flex max-md:flex-wrap max-md:gap-x-2 max-md:gap-y-1 max-md:px-4 max-md:py-3">
      {children}
    </tr>
  );
}

export function StackedRowHeader({ children }: { children: ReactNode }) {
  return (
    <th
      scope="row"
      className="min-w-0 py-3 align-top font-semibold [overflow-wrap:anywhere] max-md:w-full max-md:py-0 md:max-w-56 md:min-w-44 md:pr-4 md:pl-5"
    >
      {children}
    </th>
  );
}

/**
 * `label`: stands before the cell's content where rows are stacked; without one, the content needs none. `isWide`: the
 * cell has a line of its own there.
 */
export function StackedCell({
  label,
  isWide = true,
  children,
}: {
  label?: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <td
      className={classNames(
        "min-w-0 align-top md:px-4 md:py-3 md:last:pr-5",
        isWide && "max-md:w-full",
        label && "max-md:text-sm",
      )}
    >
      {label && <span className="text-ink-soft md:hidden">{label}: </span>}
      {children}
    </td>
  );
}
