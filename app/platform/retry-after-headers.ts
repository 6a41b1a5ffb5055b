import type { HeadersFunction } from "@remix-run/node";

/**
 * The `headers` of a page whose action may set Retry-After (RFC 6585, section 4): Remix forwards an action's headers,
 * other than cookies, only for a route that exports this.
 */
export const retryAfterHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers();
  const seconds = actionHeaders.get("Retry-After");
  if (seconds !== null) headers.set("Retry-After", seconds);
  return headers;
};
