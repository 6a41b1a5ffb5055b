import type { ReactNode } from "react";
import { Card } from "./card";
import { classNames } from "./class-names";
import { Icon, type IconName } from "./icons";

type StatCardProps = {
  label: string;
  value: ReactNode;
  icon?: IconName;
  className?: string;
};

export function StatCard({ label, value, icon, className }: StatCardProps) {
  return (
    <Card className={className}>
      <div className="relative h-full p-4 sm:p-6">
        <dl className="flex h-full flex-col justify-between">
          {/* Only the label leaves room for the icon: the figure may be long. */}
          <dt className={classNames("text-sm font-medium text-ink-soft", icon && "sm:min-h-10 sm:pr-12")}>
            {label}
          </dt>
          <dd className="mt-2 text-xl font-extrabold tracking-tight tabular-nums sm:text-3xl">{value}</dd>
        </dl>
        {icon && (
          <div
            aria-hidden="true"
            className="absolute top-5 right-5 hidden size-10 items-center justify-center rounded-full bg-success-soft text-on-success-soft sm:flex"
          >
            <Icon name={icon} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** Figures side by side in one panel, two in a row on small screens. `quiet`: less important than the others. */
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
