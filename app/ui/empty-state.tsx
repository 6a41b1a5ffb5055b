import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon, type IconName } from "./icons";

type EmptyStateProps = {
  icon?: IconName;
  title: string;
  description?: ReactNode;
  /** What to do about it: a button or link. */
  action?: ReactNode;
  className?: string;
};

/** Stands where a list would be when there is nothing in it. */
export function EmptyState({ icon = "video", title, description, action, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "flex flex-col items-center rounded-card border border-dashed border-line-strong px-6 py-14 text-center",
        className,
      )}
    >
      <span className="flex size-16 items-center justify-center rounded-full bg-primary-soft text-on-primary-soft">
        <Icon name={icon} className="size-7" />
      </span>
      <p className="mt-5 font-display text-xl font-bold">{title}</p>
      {description && <div className="mt-2 max-w-md text-ink-soft">{description}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
