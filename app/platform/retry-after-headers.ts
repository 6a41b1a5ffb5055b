import type { HeadersFunction } from "@remix-run/node";

/**
 * The `headers` of a page whose action or loader may set Retry-After (RFC 6585, section 4): Remix forwards their
 * headers, other than cookies, only for a route that exports this.
 */
export const retryAfterHeaders: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const headers = new Headers();
  const seconds = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  if (seconds !== null) headers.set("Retry-After", seconds);
  return headers;
};
