import type { ReactNode } from "react";
import { Drawing, type DrawingName } from "./drawings/drawing";
import { Icon, type IconName } from "./icons";
import { classNames } from "./looks";

type EmptyStateProps = {
  /** For administration; elsewhere the bird is drawn. */
  icon?: IconName;
  drawing?: DrawingName;
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
};

export function EmptyState({
  icon,
  drawing = "empty-cover",
  title,
  description,
  action,
  className,
}: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "flex flex-col items-center rounded-panel border border-line bg-surface px-6 text-center",
        icon ? "py-14" : "pt-8 pb-10",
        className,
      )}
    >
      {icon ? (
        <span className="mb-5 flex size-16 items-center justify-center rounded-full bg-sunken text-ink-soft">
          <Icon name={icon} className="size-7" />
        </span>
      ) : (
        <Drawing name={drawing} className="mb-3 w-70 max-w-full" />
      )}
      <p className="font-display text-2xl leading-tight font-extrabold tracking-tight">{title}</p>
      {description && <div className="mt-2 max-w-md text-ink-soft">{description}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
