import type { ReactNode } from "react";
import { Icon } from "~/ui/icons";

export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== false)
        .map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 font-semibold break-words tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function FoldedPart({
  title,
  value,
  open,
  children,
}: {
  title: string;
  value?: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={open || undefined} className="group border-line px-5 not-first:border-t sm:px-6">
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-4 py-2">
        <span className="font-semibold">{title}</span>
        <span className="ml-auto text-ink-soft tabular-nums">{value}</span>
        <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  );
}
