import type { HeadersFunction } from "@remix-run/node";

/**
 * A page's own headers: how long to wait, where its action said so (RFC 6585, section 4). Remix passes an action's
 * headers on only for a route that asks, cookies aside.
 */
export const waitHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers();
  const seconds = actionHeaders.get("Retry-After");
  if (seconds !== null) headers.set("Retry-After", seconds);
  return headers;
};
