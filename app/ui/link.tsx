import { type LinkProps, Link as RemixLink } from "@remix-run/react";

/**
 * Remix's link. The server writes one to an address of the product as the element that Remix would: Remix resolves each
 * address three times against the route, which is a twentieth of rendering a page.
 */
export const Link = typeof document === "undefined" ? ServerLink : RemixLink;

function ServerLink(props: LinkProps) {
  const { to, reloadDocument, discover, prefetch, replace, state, relative, ...rest } = props;
  const { preventScrollReset, viewTransition, ...attributes } = rest;
  // A path with a fragment or "//" is left to Remix.
  if (typeof to !== "string" || !/^\/(?!\/)[^#]*$/.test(to) || prefetch || discover)
    return <RemixLink {...props} />;
  return <a {...attributes} href={to} data-discover={reloadDocument ? undefined : "true"} />;
}
