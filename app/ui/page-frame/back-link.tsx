import type { LinkProps } from "@remix-run/react";
import { classNames } from "../class-names";
import { Icon } from "../icons";
import { Link } from "../link";

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
