import type { LinkProps } from "@remix-run/react";
import { classNames } from "./class-names";
import { Link } from "./link";

export function TextLink({
  className,
  ...rest
}: Omit<LinkProps, "style" | "className"> & { className?: string }) {
  return (
    <Link
      {...rest}
      className={classNames(
        "inline-flex min-h-11 items-center font-semibold text-ink underline decoration-1 underline-offset-4 hover:decoration-2",
        className,
      )}
    />
  );
}
