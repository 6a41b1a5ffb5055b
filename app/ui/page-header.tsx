import type { ReactNode } from "react";
import { classNames } from "./class-names";

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Above the title, such as a link back. */
  above?: ReactNode;
  className?: string;
};

/** The page's one `h1`, what the page is for, and its main actions. */
export function PageHeader({ title, description, actions, above, className }: PageHeaderProps) {
  return (
    <div className={classNames("flex flex-wrap items-end justify-between gap-x-6 gap-y-4", className)}>
      <div className="min-w-0">
        {above && <div className="mb-2">{above}</div>}
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        {description && <div className="mt-2 max-w-2xl text-ink-soft">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
