import { appUrl } from "../support/test-services";
import type { Seen } from "./secrets";

/** Asks for one path; gives what came. */
export type Ask = (path: string) => Promise<{
  status: number;
  headers: Record<string, unknown>;
  location: string | null;
  body: string;
}>;

/** Bound for a crawl that would not end, such as through a calendar. */
const mostRequests = 900;

/** Whatever in a page leads on: links, pictures in all their sizes, scripts, forms, meta. */
const references = /\b(?:href|src|srcset|imagesrcset|action|poster|content|data-src)="([^"]*)"/gi;

/**
 * Asks for every path, page and data both, then for everything of ours that the answers name, pictures and scripts
 * included, until nothing new comes. Redirects are noted and followed. Gives all that came.
 */
export async function crawl(ask: Ask, paths: readonly string[]): Promise<Seen[]> {
  const seen: Seen[] = [];
  const known = new Set<string>();
  const waiting: string[] = [];
  const add = (path: string) => {
    if (known.has(path)) return;
    known.add(path);
    waiting.push(path);
  };
  for (const path of paths) {
    add(path);
    add(dataPath(path));
  }
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.length >= mostRequests) throw new Error(`more than ${mostRequests} requests`);
    const { headers, location, body } = await ask(path);
    seen.push({ asked: `GET ${path}`, headers: JSON.stringify(headers), body });
    const isPage = String(headers["content-type"]).startsWith("text/html");
    const named = isPage
      ? [...body.matchAll(references)].flatMap(([, value = ""]) => addressesIn(value))
      : [];
    for (const address of location ? [...named, location] : named) {
      const own = ownPath(address, path);
      if (own === undefined) {
        // Not ours, so it is not asked for; what it is called counts.
        seen.push({ asked: `(not asked) ${address}`, headers: "", body: "" });
        continue;
      }
      add(own);
      if (isPage && !/\.[a-z0-9]+(\?|$)/i.test(own)) add(dataPath(own));
    }
  }
  return seen;
}

/** Several, where it is a `srcset`. */
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

/** The address at which a script asks for a page's data (Remix, single fetch). */
function dataPath(path: string): string {
  const url = new URL(path, appUrl);
  return `${url.pathname === "/" ? "/_root" : url.pathname}.data${url.search}`;
}
