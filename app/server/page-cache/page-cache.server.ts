import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { VisitedPage } from "~/features/orders/coupons/visit-counter.server";
import { findKnownTag } from "~/platform/http";
import { chooseEncoding } from "~/server/http/compress-page.server";
import type { PublicAnswer } from "./public-answer.server";
import { cachedAddress, namesNobody } from "./public-pages";

/** As long as the pages' `s-maxage`. */
const freshMs = 2_000;
/** A page that many request is sent this much longer while it is renewed, so that nobody waits. */
const renewalMs = 2_000;
/** An answer that cannot be renewed, as in an outage, is sent until this age. */
const maxAgeMs = 60_000;
/** Longest wait for a new answer while there is a former one; none where the last renewal failed. */
const patienceMs = 1_000;

export interface PageCacheCounts {
  hits: number;
  /** Requests that waited for the making of a public page. */
  misses: number;
  bytes: number;
}

export interface PageCache {
  /** From memory, or made for this and all other requests. False if not answered; a promise if not known yet. */
  answer(req: IncomingMessage, res: ServerResponse, requestId: string): boolean | Promise<boolean>;
  readonly counts: PageCacheCounts;
}

interface Parts {
  maxBytes: number;
  make: (address: string) => Promise<PublicAnswer | undefined>;
  onFailure: (error: unknown) => void;
  onVisit: (req: IncomingMessage, page: VisitedPage) => void;
  now?: () => number;
}

/** For visitors without cookies, two seconds. Nothing invalidates answers: a checkout asks for the price anyway. */
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
    const requestIdHeader = ["X-Request-Id", requestId];
    if (findKnownTag(req.headers["if-none-match"], [answer.tag.slice("W/".length)]))
      res.writeHead(304, [...answer.head, ...requestIdHeader]).end();
    else res.writeHead(200, [...head, ...requestIdHeader]).end(req.method === "HEAD" ? undefined : body);
    if (answer.visited) onVisit(req, answer.visited);
  }

  return {
    answer(req, res, requestId) {
      const address = namesNobody(req) ? cachedAddress(req.url ?? "") : undefined;
      if (address === undefined) return false;
      const entry = find(address);
      const renewing = entry && entry.age <= freshMs ? undefined : renew(address);
      if (entry && entry.age <= freshMs + renewalMs) {
        counts.hits += 1;
        send(req, res, entry.answer, requestId);
        return true;
      }
      counts.misses += 1;
      const former = entry && setTimeout(entry.isFailing ? 0 : patienceMs, entry.answer, { ref: false });
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
