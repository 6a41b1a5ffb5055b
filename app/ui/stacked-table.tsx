import type { ReactNode } from "react";
import { classNames } from "./looks";

interface StackedTableProps {
  label: string;
  columns: readonly string[];
  children: ReactNode;
}

/** Rows are cards on phones and tablets, so nothing scrolls horizontally. */
export function StackedTable({ label, columns, children }: StackedTableProps) {
  return (
    <table className="w-full text-left max-lg:block">
      <caption className="sr-only">{label}</caption>
      <thead className="bg-sunken text-sm text-ink-soft max-lg:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-4 py-2 font-semibold first:pl-5 last:pr-5">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-lg:block">{children}</tbody>
    </table>
  );
}

export function StackedRow({ children }: { children: ReactNode }) {
  return (
    <tr className="hover:bg-sunken max-lg:flex max-lg:flex-wrap max-lg:gap-x-2 max-lg:gap-y-1 max-lg:px-5 max-lg:py-3">
      {children}
    </tr>
  );
}

export function StackedRowHeader({ children }: { children: ReactNode }) {
  return (
    <th
      scope="row"
      className="min-w-0 py-3 align-top font-semibold [overflow-wrap:anywhere] max-lg:w-full max-lg:py-0 lg:max-w-56 lg:min-w-44 lg:pr-4 lg:pl-5"
    >
      {children}
    </th>
  );
}

/** `label` precedes the content of a stacked row; `isWide` puts it on its own line. */
export function StackedCell({
  label,
  isWide = true,
  children,
}: {
  label?: string | undefined;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <td
      className={classNames(
        "min-w-0 align-top lg:px-4 lg:py-3 lg:last:pr-5",
        isWide && "max-lg:w-full",
        label && "max-lg:text-sm",
      )}
    >
      {label && <span className="text-ink-soft lg:hidden">{label}: </span>}
      {children}
    </td>
  );
}
