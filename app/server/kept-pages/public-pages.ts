import { locales } from "~/i18n/languages";

interface PublicPage {
  path: RegExp;
  /** The parameters that the page reads, besides the language. */
  parameters?: readonly string[];
  /** There are many of these: only those asked for again are kept. */
  many?: boolean;
}

/**
 * The pages that are the same for every visitor without cookies, so that their answers may be kept. What they show must
 * be listed in the migration of the notices (migrations/0016-shown-pages.ts). When they are renewed:
 * `renewal-times.ts`.
 */
const pages: readonly PublicPage[] = [
  { path: /^\/$/ },
  { path: /^\/(terms|privacy|help)$/ },
  { path: /^\/marketplace$/, parameters: ["q", "topic", "sort", "maxPrice", "after"] },
  { path: /^\/videos\/[a-z0-9-]{8,69}$/, many: true },
  { path: /^\/courses\/[a-z0-9-]{8,69}$/, many: true },
  { path: /^\/videos\/[0-9a-f-]{36}\/reviews$/, parameters: ["after", "sort"], many: true },
  { path: /^\/creators\/[a-z0-9-]+$/, parameters: ["after", "reviewsAfter"], many: true },
  { path: /^\/sitemap\.xml$/, many: true },
  { path: /^\/sitemaps\/[a-z0-9]+\.xml$/, many: true },
];

/** Parameters of mailings and advertisements, which no page reads: all their visitors get the same answer. */
const campaign = /^(utm_(source|medium|campaign|term|content|id)|fbclid|gclid)$/;

/** In characters. */
const longestAddress = 300;

/**
 * Returns whether a path is one of the pages that are the same for every visitor without cookies, or its data request.
 */
export function isPublicPage(path: string): boolean {
  return findPage(path) !== undefined;
}

/** Returns whether an address is a data request: the browser asks for a page's data when a link is followed. */
export function isDataAddress(address: string): boolean {
  return address.split("?", 1)[0]?.endsWith(".data") ?? false;
}

function findPage(path: string): PublicPage | undefined {
  if (path.length > longestAddress) return undefined;
  if (path === "/_root.data") return findPage("/");
  const shown = isDataAddress(path) ? path.slice(0, -".data".length) : path;
  // Only pages have data, and that of "/" has a name of its own.
  if (shown !== path && (shown === "/" || shown.endsWith(".xml"))) return undefined;
  return pages.find((known) => known.path.test(shown));
}

export interface KeptAddress {
  /**
   * Path and query of a page or its data request, without campaign parameters and in a fixed order: the key of the
   * answer.
   */
  address: string;
  /** Keep the response only from the second request on. */
  onlyAgain: boolean;
  /** Whether rendering searches the shop. */
  isSearch: boolean;
}

/**
 * Returns under which address an answer is kept, or undefined if it is not: another page, an unknown or repeated
 * parameter, an address that is too long. `target`: path and query as requested
 */
export function findKeptAddress(target: string): KeptAddress | undefined {
  const at = target.indexOf("?");
  const path = at < 0 ? target : target.slice(0, at);
  const page = findPage(path);
  if (!page) return undefined;
  if (at < 0) return { address: path, onlyAgain: page.many === true, isSearch: false };
  const read = ["lng", ...(page.parameters ?? [])];
  const given = [...new URLSearchParams(target.slice(at))].filter(([name]) => !campaign.test(name));
  const values = new Map(given);
  const known = given.every(([name]) => read.includes(name)) && values.size === given.length;
  const language = values.get("lng");
  if (!known || (language !== undefined && !locales.some((locale) => locale === language))) return undefined;
  const query = new URLSearchParams(
    read.flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ).toString();
  const address = query === "" ? path : `${path}?${query}`;
  if (address.length > longestAddress) return undefined;
  const narrowed = values.size > (language === undefined ? 0 : 1);
  return { address, onlyAgain: page.many === true || narrowed, isSearch: values.has("q") };
}
