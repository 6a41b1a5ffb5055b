import type { ReactNode } from "react";
import { Card } from "./card";
import { classNames } from "./looks";

export function StatStrip({
  stats,
  className,
}: {
  stats: readonly { label: string; value: ReactNode; quiet?: boolean }[];
  className?: string;
}) {
  return (
    <Card className={className}>
      <dl className="-m-px grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] overflow-hidden rounded-[inherit] sm:grid-cols-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
        {stats.map(({ label, value, quiet }) => (
          <div key={label} className="border-t border-l border-line px-4 py-4 sm:px-6 sm:py-5">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd
              className={classNames(
                "mt-1 text-xl font-extrabold tracking-tight tabular-nums sm:text-2xl",
                quiet && "text-ink-soft",
              )}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
