import { Link, type LinkProps } from "@remix-run/react";
import { classNames } from "./class-names";

/** A link in running text, or alone below a form. */
export function TextLink({
  className,
  ...rest
}: Omit<LinkProps, "style" | "className"> & { className?: string }) {
  return (
    <Link
      {...rest}
      className={classNames(
        "inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 hover:text-primary-strong",
        className,
      )}
    />
  );
}
