import type { IncomingMessage, ServerResponse } from "node:http";
import type { VisitedPage } from "~/features/orders/visits/visit-counter.server";
import { findKnownTag } from "~/platform/known-tag";
import { chooseEncoding, type Encoding, encodings, formatTag } from "./accepted-encoding";
import { createAnswerStore } from "./answer-store";
import type { KeptAnswer } from "./make-answer.server";
import { findKeptAddress } from "./public-pages";
import { ages, betweenSales } from "./renewal-times";
import type { ShownChanges } from "./shown-changes.queries.server";
import { namesNobody } from "./who-gets-kept-pages";

/** Answers that are renewed at once while they are still sent: the rest of the processor is for requests that wait. */
const maxRenewals = 2;

/** Addresses of which a first request is remembered. */
const maxRemembered = 2_000;

/** Counts since the start of the process. */
export interface KeptPagesCounts {
  /** Requests answered from memory. */
  hits: number;
  /** Requests for a public page by a visitor without cookies that were not. */
  misses: number;
  /** Answers made to be kept. */
  made: number;
  /** Number of times that all responses were dropped because their content has changed. */
  forgotten: number;
  answers: number;
  bytes: number;
}

export interface KeptPages {
  /**
   * Answers a request from memory, or makes the answer for this and all other requests. Returns whether it was
   * answered; a promise if that is not known yet.
   */
  answer(req: IncomingMessage, res: ServerResponse, requestId: string): boolean | Promise<boolean>;
  /** Drops the answers for the counts that a sale changes, at most every 30 s. */
  noteSale(): void;
  readonly counts: KeptPagesCounts;
}

interface Parts {
  /** In bytes. */
  maxBytes: number;
  make: (address: string) => Promise<KeptAnswer | undefined>;
  /** Counts a search that this client causes. Resolves to false beyond its limit. */
  maySearch: (req: IncomingMessage) => Promise<boolean>;
  onFailure: (error: unknown) => void;
  /** Called each time a video's page is sent from memory. */
  onVisit?: (req: IncomingMessage, page: VisitedPage) => void;
  /** In milliseconds. */
  now?: () => number;
}

/**
 * Keeps the answers to visitors without cookies in memory. Nothing is kept while the connection for notifications is
 * down.
 * `follow`: called once with what to call at each change
 */
export function keepPages(
  { maxBytes, make, maySearch, onFailure, onVisit, now = () => performance.now() }: Parts,
  follow: (onChange: () => void) => Pick<ShownChanges, "following">,
): KeptPages {
  const store = createAnswerStore<KeptAnswer>(maxBytes, ages, now);
  const counts = { hits: 0, misses: 0, made: 0, forgotten: 0 };
  const making = new Map<string, Promise<KeptAnswer | undefined>>();
  const askedOnce = new Set<string>();
  let droppedBySale = Number.NEGATIVE_INFINITY;
  const forget = () => {
    counts.forgotten += 1;
    store.forget();
    // A request after the change must not get what was begun before it.
    making.clear();
  };
  const changes = follow(forget);

  /** Concurrent calls share one. Never rejects. */
  function renew(address: string): Promise<KeptAnswer | undefined> {
    const running = making.get(address);
    if (running) return running;
    const { generation } = store;
    const made = make(address)
      .then((answer) => {
        counts.made += 1;
        if (answer) store.keep(address, answer, generation);
        else {
          store.drop(address);
          askedOnce.delete(address);
        }
        return answer;
      })
      .catch((error: unknown) => {
        onFailure(error);
        return undefined;
      })
      .finally(() => {
        if (making.get(address) === made) making.delete(address);
      });
    making.set(address, made);
    return made;
  }

  /** Makes the answer of a search for a client that may still search; undefined otherwise. Never rejects. */
  async function makeWithinLimit(req: IncomingMessage, address: string): Promise<KeptAnswer | undefined> {
    try {
      return (await maySearch(req)) ? await renew(address) : undefined;
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  }

  /** Returns whether an address was asked for recently; remembers it otherwise. */
  function isAskedAgain(address: string): boolean {
    if (askedOnce.has(address)) return true;
    askedOnce.add(address);
    if (askedOnce.size > maxRemembered) {
      for (const oldest of askedOnce) {
        askedOnce.delete(oldest);
        break;
      }
    }
    return false;
  }

  function answerWith(
    req: IncomingMessage,
    res: ServerResponse,
    answer: KeptAnswer,
    requestId: string,
  ): void {
    send(req, res, answer, requestId);
    if (answer.visited) onVisit?.(req, answer.visited);
  }

  return {
    answer(req, res, requestId) {
      if (!namesNobody(req) || !changes.following) return false;
      const kept = findKeptAddress(req.url ?? "");
      if (!kept) return false;
      const { address, onlyAgain, isSearch } = kept;
      const found = store.find(address);
      if (found) {
        counts.hits += 1;
        if (found.stale && making.size < maxRenewals) renew(address);
        answerWith(req, res, found.answer, requestId);
        return true;
      }
      counts.misses += 1;
      if (onlyAgain && !isAskedAgain(address)) return false;
      const made = isSearch ? makeWithinLimit(req, address) : renew(address);
      return made.then((answer) => {
        if (!answer) return false;
        if (!res.destroyed) answerWith(req, res, answer, requestId);
        return true;
      });
    },
    noteSale() {
      if (now() - droppedBySale < betweenSales) return;
      droppedBySale = now();
      forget();
    },
    get counts() {
      return { ...counts, answers: store.size, bytes: store.bytes };
    },
  };
}

function send(req: IncomingMessage, res: ServerResponse, answer: KeptAnswer, requestId: string): void {
  const { headers } = req;
  const own = ["X-Request-Id", requestId];
  const encoding = chooseEncoding(headers["accept-encoding"]);
  const tagOf = (each: Encoding) => formatTag(answer.content, each);
  const known = findKnownTag(headers["if-none-match"], [tagOf(encoding), ...encodings.map(tagOf)]);
  const { body, head, headUnchanged } = answer.versions[encoding];
  if (known) res.writeHead(304, [...headUnchanged, "ETag", known, ...own]).end();
  else if (req.method === "HEAD") res.writeHead(200, [...head, ...own]).end();
  else res.writeHead(200, [...head, ...own]).end(body);
}
