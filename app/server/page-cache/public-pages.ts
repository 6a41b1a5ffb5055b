import type { IncomingMessage } from "node:http";
import { locales } from "~/i18n/languages";

/** The same for every visitor without cookies, with the parameters that each reads. */
const pages: readonly { path: RegExp; parameters?: readonly string[] }[] = [
  { path: /^\/$/ },
  { path: /^\/(terms|privacy|help)$/ },
  { path: /^\/marketplace$/, parameters: ["q", "topic", "sort", "maxPrice", "after"] },
  { path: /^\/videos\/[a-z0-9-]{8,69}$/ },
  { path: /^\/courses\/[a-z0-9-]{8,69}$/ },
  { path: /^\/videos\/[0-9a-f-]{36}\/reviews$/, parameters: ["after", "sort"] },
  { path: /^\/videos\/[0-9a-f-]{36}\/asks$/, parameters: ["after", "question"] },
  { path: /^\/creators\/[a-z0-9-]+$/, parameters: ["after", "reviewsAfter"] },
  { path: /^\/sitemap\.xml$/ },
  { path: /^\/sitemaps\/[a-z0-9]+\.xml$/ },
];

/** Parameters of mailings and advertisements, which no page reads. */
const campaign = /^(utm_(source|medium|campaign|term|content|id)|fbclid|gclid)$/;

/** In characters. */
const maxAddress = 300;

/** May be answered with what everyone gets. A cookie may be a session or a choice; `Authorization` is never ours. */
export function namesNobody({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  const reads = method === "GET" || method === "HEAD";
  return reads && headers.cookie === undefined && headers.authorization === undefined;
}

/** Or the data request of such a page. */
export function isPublicPage(path: string): boolean {
  return findPage(path) !== undefined;
}

/** The browser asks for a page's data when a link is followed. */
export function isDataAddress(address: string): boolean {
  return address.split("?", 1)[0]?.endsWith(".data") ?? false;
}

function findPage(path: string) {
  if (path.length > maxAddress) return undefined;
  if (path === "/_root.data") return findPage("/");
  const page = isDataAddress(path) ? path.slice(0, -".data".length) : path;
  // Only pages have data, and that of "/" has a name of its own.
  if (page !== path && (page === "/" || page.endsWith(".xml"))) return undefined;
  return pages.find((known) => known.path.test(page));
}

/**
 * Path and query without campaign parameters, in a fixed order. Undefined for what is not cached: another page, a
 * search, which has a limit of its own, an unknown or repeated parameter, an address that is too long.
 */
export function cachedAddress(target: string): string | undefined {
  const at = target.indexOf("?");
  const path = at < 0 ? target : target.slice(0, at);
  const page = findPage(path);
  if (!page || at < 0) return page && path;
  const read = ["lng", ...(page.parameters ?? [])];
  const given = [...new URLSearchParams(target.slice(at))].filter(([name]) => !campaign.test(name));
  const values = new Map(given);
  const known = given.every(([name]) => read.includes(name)) && values.size === given.length;
  const language = values.get("lng");
  if (!known || values.has("q") || (language !== undefined && !locales.some((locale) => locale === language)))
    return undefined;
  const query = new URLSearchParams(
    read.flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ).toString();
  const address = query === "" ? path : `${path}?${query}`;
  return address.length > maxAddress ? undefined : address;
}
