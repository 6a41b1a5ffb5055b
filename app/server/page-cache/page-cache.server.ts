import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { VisitedPage } from "~/features/orders/coupons/visit-counter.server";
import { findKnownTag } from "~/platform/http";
import { chooseEncoding } from "~/server/http/compress-page.server";
import type { PublicAnswer } from "./public-answer.server";
import { cachedAddress, namesNobody } from "./public-pages";

/** As long as the pages' `s-maxage`, in milliseconds. */
const freshMs = 2_000;
/** A page that many ask for is sent this much longer while it is renewed, so that nobody waits for it. */
const renewalMs = 2_000;
/** An answer that cannot be renewed, as in an outage of the database, is sent until this age. */
const maxAgeMs = 60_000;
/** While there is a former answer, nobody waits longer for a new one; not at all where the last one failed. */
const patienceMs = 1_000;

/** Counts since the start of the process. */
export interface PageCacheCounts {
  /** Requests answered from memory. */
  hits: number;
  /** Requests for a public page by a visitor without cookies that waited for its making. */
  misses: number;
  bytes: number;
}

export interface PageCache {
  /**
   * Answers a request from memory, or makes the answer for this and all other requests. Returns whether it was
   * answered; a promise if that is not known yet.
   */
  answer(req: IncomingMessage, res: ServerResponse, requestId: string): boolean | Promise<boolean>;
  readonly counts: PageCacheCounts;
}

interface Parts {
  maxBytes: number;
  /** Makes the answer to an address; undefined for one that is not for everyone. */
  make: (address: string) => Promise<PublicAnswer | undefined>;
  onFailure: (error: unknown) => void;
  /** Called each time a product's page is sent. */
  onVisit: (req: IncomingMessage, page: VisitedPage) => void;
  /** In milliseconds. */
  now?: () => number;
}

/**
 * Caches answers to visitors without cookies for two seconds. Nothing invalidates them: a checkout asks for the price
 * anyway.
 */
export function createPageCache({ maxBytes, make, onFailure, onVisit, now = Date.now }: Parts): PageCache {
  const cache = new LRUCache<string, { answer: PublicAnswer; madeAt: number; isFailing?: true }>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => answer.bytes,
  });
  const making = new Map<string, Promise<PublicAnswer | undefined>>();
  const counts = { hits: 0, misses: 0 };

  /** Concurrent calls for an address share one. Resolves to the former answer if the new one fails. Never rejects. */
  function renew(address: string): Promise<PublicAnswer | undefined> {
    const running = making.get(address);
    if (running) return running;
    const madeAt = now();
    const made = make(address)
      .then((answer) => {
        if (answer) cache.set(address, { answer, madeAt });
        else cache.delete(address);
        return answer;
      })
      .catch((error: unknown) => {
        onFailure(error);
        const former = cache.get(address);
        if (former) former.isFailing = true;
        return former?.answer;
      })
      .finally(() => making.delete(address));
    making.set(address, made);
    return made;
  }

  function find(address: string) {
    const entry = cache.get(address);
    if (!entry) return undefined;
    const age = now() - entry.madeAt;
    if (age <= maxAgeMs) return { ...entry, age };
    cache.delete(address);
    return undefined;
  }

  function send(req: IncomingMessage, res: ServerResponse, answer: PublicAnswer, requestId: string): void {
    const { body, head } = answer.versions[chooseEncoding(req.headers["accept-encoding"])];
    const own = ["X-Request-Id", requestId];
    if (findKnownTag(req.headers["if-none-match"], [answer.tag.slice("W/".length)]))
      res.writeHead(304, [...answer.head, ...own]).end();
    else res.writeHead(200, [...head, ...own]).end(req.method === "HEAD" ? undefined : body);
    if (answer.visited) onVisit(req, answer.visited);
  }

  return {
    answer(req, res, requestId) {
      const address = namesNobody(req) ? cachedAddress(req.url ?? "") : undefined;
      if (address === undefined) return false;
      const found = find(address);
      const renewing = found && found.age <= freshMs ? undefined : renew(address);
      if (found && found.age <= freshMs + renewalMs) {
        counts.hits += 1;
        send(req, res, found.answer, requestId);
        return true;
      }
      counts.misses += 1;
      const former = found && setTimeout(found.isFailing ? 0 : patienceMs, found.answer, { ref: false });
      return Promise.race([renewing, ...(former ? [former] : [])]).then((answer) => {
        if (!answer) return false;
        if (!res.destroyed) send(req, res, answer, requestId);
        return true;
      });
    },
    get counts() {
      return { ...counts, bytes: cache.calculatedSize };
    },
  };
}
