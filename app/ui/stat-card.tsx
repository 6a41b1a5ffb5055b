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
