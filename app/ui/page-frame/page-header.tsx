import type { LinkProps } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "../icons";
import { Link } from "../link";
import { classNames } from "../looks";

type PageHeaderProps = {
  title: string;
  kicker?: string;
  description?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
  className?: string;
};

/** Contains the page's only `h1`. */
export function PageHeader({ title, kicker, description, actions, above, className }: PageHeaderProps) {
  return (
    <div className={classNames("flex flex-wrap items-end justify-between gap-x-6 gap-y-4", className)}>
      <div className="min-w-0">
        {above && <div className="mb-2">{above}</div>}
        <h1 className="text-3xl sm:text-4xl">
          {kicker && (
            <span className="mb-1 block font-sans text-sm font-normal tracking-normal text-ink-soft">
              {kicker}{" "}
            </span>
          )}
          {title}
        </h1>
        {description && <div className="mt-2 max-w-2xl text-ink-soft">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}

type BackLinkProps = Omit<LinkProps, "style" | "className" | "children"> & {
  children: string;
  className?: string;
};

export function BackLink({ children, className, ...rest }: BackLinkProps) {
  return (
    <Link
      {...rest}
      className={classNames(
        "-ml-2 inline-flex min-h-11 max-w-full items-center gap-2 rounded-control px-2 font-semibold text-ink-soft hover:text-ink",
        className,
      )}
    >
      <Icon name="arrow-left" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </Link>
  );
}
