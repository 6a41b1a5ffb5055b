import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import type { RenderedPage, RenderedPages } from "~/platform/context.server";
import { compressPage } from "~/server/http/compress-page.server";
import type { PageHeaders } from "../http/security-headers.server";
import { createAnswerStore } from "./answer-store";
import { hashInline } from "./inline-hashes";

/** In milliseconds. The time itself shows on no page but for the year in the footer. */
const ages = { fresh: 60_000, max: 60_000 };

/** Keys of pages that were rendered once. */
const maxRemembered = 5_000;

interface Parts {
  /** Of the compressed bodies together. */
  maxBytes: number;
  pageHeaders: PageHeaders;
  /** In milliseconds. */
  now?: () => number;
}

/**
 * Returns a store of rendered pages. Its key is everything from which a page is rendered, the address and the data of
 * all loaders: who gets a page from it has just loaded the very data that it shows (docs/decisions/0080).
 */
export function createRenderedPages({ maxBytes, pageHeaders, now }: Parts): RenderedPages {
  const store = createAnswerStore<RenderedPage & { bytes: number }>(maxBytes, ages, now);
  const renderedOnce = new Set<string>();

  function isRenderedAgain(key: string): boolean {
    if (renderedOnce.delete(key)) return true;
    renderedOnce.add(key);
    if (renderedOnce.size > maxRemembered) {
      for (const oldest of renderedOnce) {
        renderedOnce.delete(oldest);
        break;
      }
    }
    return false;
  }

  return {
    async find({ url, data, nonce }, render) {
      const key = hashPage(url, data);
      if (!key) return undefined;
      const found = store.find(key);
      if (found) return found.answer;
      if (!isRenderedAgain(key)) return undefined;
      const html = await render();
      const page = html === undefined ? undefined : hashInline(html, nonce);
      if (!page) return undefined;
      const inline = { scripts: page.scripts.join(" "), styles: page.styles.join(" ") };
      const policy = pageHeaders(inline).find(([name]) => name === "Content-Security-Policy")?.[1];
      if (!policy) return undefined;
      const body = await compressPage(Buffer.from(page.html));
      const kept = { body, policy, bytes: body.length + policy.length };
      store.keep(key, kept, store.generation);
      return kept;
    },
  };
}

/** Returns undefined if the data cannot be compared, such as data that is still loading. */
function hashPage(url: string, data: unknown): string | undefined {
  try {
    return createHash("sha256")
      .update(serialize([url, data]))
      .digest("base64");
  } catch {
    return undefined;
  }
}
