import { type LinkProps, Link as RemixLink } from "@remix-run/react";
import { classNames } from "./looks";

/** Remix resolves each link three times on the server, a twentieth of rendering: plain paths skip that. */
export const Link = typeof document === "undefined" ? ServerLink : RemixLink;

function ServerLink(props: LinkProps) {
  const { to, reloadDocument, discover, prefetch, replace, state, relative, ...rest } = props;
  const { preventScrollReset, viewTransition, ...attributes } = rest;
  // Remix handles a fragment or "//".
  if (typeof to !== "string" || !/^\/(?!\/)[^#]*$/.test(to) || prefetch || discover)
    return <RemixLink {...props} />;
  return <a {...attributes} href={to} data-discover={reloadDocument ? undefined : "true"} />;
}

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
