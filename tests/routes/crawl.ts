import { appUrl } from "../support/test-services";
import type { Seen } from "./secrets";

export type Ask = (path: string) => Promise<{
  status: number;
  headers: Record<string, unknown>;
  location: string | null;
  body: string;
}>;

/** Limit of an endless crawl, such as through a calendar. */
const maxRequests = 2_500;

/** Everything in a page that leads on: links, pictures in all sizes, forms, meta. */
const references = /\b(?:href|src|srcset|imagesrcset|action|poster|content|data-src)="([^"]*)"/gi;

/** The modules of a page, which are loaded after its first view (`late-scripts.tsx`). */
const modules = /\/assets\/[\w.$~()-]+\.js\b/g;

/**
 * Requests every path as page and data, then everything of ours that the responses mention, until nothing new
 * appears. Follows redirects. Returns all responses.
 */
export async function crawl(ask: Ask, paths: readonly string[]): Promise<Seen[]> {
  const seen: Seen[] = [];
  const known = new Set<string>();
  const waiting: string[] = [];
  const alike = new Map<string, number>();
  const add = (path: string) => {
    if (known.has(path)) return;
    known.add(path);
    // Pages of topics differ in their topic alone: two of each kind are read.
    const kind = path.replace(/(topic(?:=|%3D))[a-z-]+/g, "$1");
    const before = alike.get(kind) ?? 0;
    alike.set(kind, before + 1);
    if (kind !== path && before >= 2) return;
    waiting.push(path);
  };
  for (const path of paths) {
    add(path);
    if (!/\.data(\?|$)/.test(path)) add(dataPath(path));
  }
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.length >= maxRequests) throw new Error(`more than ${maxRequests} requests`);
    const { headers, location, body } = await ask(path);
    seen.push({ asked: `GET ${path}`, headers: JSON.stringify(headers), body });
    const isPage = String(headers["content-type"]).startsWith("text/html");
    const named = isPage ? addressesOf(body) : [];
    for (const address of location ? [...named, location] : named) {
      const own = ownPath(address, path);
      if (own === undefined) {
        // Not requested, because it is not ours; only its URL is checked.
        seen.push({ asked: `(not asked) ${address}`, headers: "", body: "" });
        continue;
      }
      add(own);
      if (isPage && !/\.[a-z0-9]+(\?|$)/i.test(own)) add(dataPath(own));
    }
  }
  return seen;
}

function addressesOf(page: string): string[] {
  const named = [...page.matchAll(references)].flatMap(([, value = ""]) => addressesIn(value));
  return [...named, ...[...page.matchAll(modules)].map(([path]) => path)];
}

/** A `srcset` has several. */
function addressesIn(value: string): string[] {
  return value
    .replaceAll("&amp;", "&")
    .split(/,\s+/)
    .map((part) => part.trim().split(/\s+/)[0] ?? "")
    .filter((part) => /^(\/|\?|\.|https?:)/.test(part));
}

function ownPath(address: string, from: string): string | undefined {
  const base = new URL(appUrl);
  const here = new URL(from, base);
  if (!URL.canParse(address, here)) return undefined;
  const url = new URL(address, here);
  return url.origin === base.origin ? url.pathname + url.search : undefined;
}

/** The URL of a page's data (Remix, single fetch); with `query` added. */
export function dataPath(path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, appUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return `${url.pathname === "/" ? "/_root" : url.pathname}.data${url.search}`;
}
