import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isbot } from "isbot";
import { dayOf, hourMs, listLastDays } from "~/i18n/days";
import type { Services } from "~/platform/services";
import { createVisitSums, readVisitSource, type VisitSource } from "./visit-source";
import { addVisits } from "./visits.queries.server";

/** Combinations of video, day and source held until the next write, which is one statement. */
const maxSums = 20_000;

const maxPreviews = 10_000;

export interface Visitor {
  req: VisitRequest;
  /** IP address; hashed, neither stored nor logged. */
  address: string;
}

export interface VisitCounter {
  /** Counts a view of a video's page. `previewKey`: its preview file. */
  noteView(visitor: Visitor, page: VisitedPage): void;
  notePreview(visitor: Visitor, previewKey: string): void;
  /** Returns the source of the visitor's last link to a video. */
  findSource(visitor: Visitor, videoId: string): VisitSource | undefined;
  /** Writes the sums in one statement and forgets old visitors. Never rejects: failed sums are kept for the next write. */
  write(): Promise<void>;
  /** Writes every hour. Returns a function that stops and writes the rest. */
  start(): () => Promise<void>;
  readonly counts: { sums: number; visitors: number };
}

export interface VisitedPage {
  videoId: string;
  previewKey?: string | undefined;
}

type Needs = Pick<Services, "db" | "clock" | "log"> & { env: Pick<Services["env"], "APP_URL"> };

/** Counts visits without cookies and without a row for each: a request costs a hash and no statement (0210). */
export function createVisitCounter({ db, env, clock, log }: Needs): VisitCounter {
  const appUrl = new URL(env.APP_URL).origin;
  const sums = createVisitSums(maxSums);
  const seen = createSeenVisitors();
  const videoOfPreview = new Map<string, string>();
  let writing: Promise<void> = Promise.resolve();

  const nameVisitor = ({ req, address }: Visitor) => `${address}\n${req.headers["user-agent"] ?? ""}`;
  const readSource = ({ url = "", headers }: VisitRequest) =>
    readVisitSource({ url, referer: headers.referer, appUrl });

  function rememberPreview(previewKey: string, videoId: string): void {
    videoOfPreview.delete(previewKey);
    videoOfPreview.set(previewKey, videoId);
    if (videoOfPreview.size <= maxPreviews) return;
    for (const oldest of videoOfPreview.keys()) {
      videoOfPreview.delete(oldest);
      break;
    }
  }

  async function writeSums(): Promise<void> {
    const now = clock();
    // As of the next write, so that no salt gets older than two days.
    const yesterday = listLastDays(new Date(now.getTime() + hourMs), 2)[0] ?? "";
    seen.forget(dayOf(now), yesterday);
    const { dropped } = sums;
    const taken = sums.take();
    if (dropped > 0) log.warn({ dropped }, "more visits than fit were not counted");
    if (taken.length === 0) return;
    try {
      await addVisits(db, taken);
    } catch (error) {
      log.warn({ err: error, sums: taken.length }, "visits could not be written: tried again later");
      for (const { views, previews, ...counted } of taken) {
        sums.add(counted, "views", views);
        sums.add(counted, "previews", previews);
      }
    }
  }

  const counter: VisitCounter = {
    noteView(visitor, { videoId, previewKey }) {
      if (previewKey) rememberPreview(previewKey, videoId);
      if (!isPersonsRequest(visitor.req)) return;
      const now = clock();
      const [day, hour] = [dayOf(now), Math.floor(now.getTime() / hourMs)];
      const name = nameVisitor(visitor);
      const known = seen.find(name, videoId, day);
      const arrival = readSource(visitor.req);
      const source = arrival && !(arrival.weak && known) ? arrival.source : (known?.source ?? "direct");
      // Reopened, such as after signing in.
      const isAgain = known?.viewedIn === hour && known.source === source;
      seen.keep(name, videoId, day, { ...known, source, viewedIn: hour });
      if (!isAgain) sums.add({ videoId, previewKey: null, day, source }, "views");
    },
    notePreview(visitor, previewKey) {
      if (!isPersonsRequest(visitor.req)) return;
      const now = clock();
      const [day, hour] = [dayOf(now), Math.floor(now.getTime() / hourMs)];
      const name = nameVisitor(visitor);
      const videoId = videoOfPreview.get(previewKey) ?? null;
      const product = videoId ?? previewKey;
      const known = seen.find(name, product, day);
      if (known?.playedIn === hour) return;
      const source = known?.source ?? readSource(visitor.req)?.source ?? "direct";
      seen.keep(name, product, day, { ...known, source, playedIn: hour });
      sums.add({ videoId, previewKey: videoId ? null : previewKey, day, source }, "previews");
    },
    findSource(visitor, videoId) {
      const known = seen.find(nameVisitor(visitor), videoId, dayOf(clock()));
      const source = known?.source ?? readSource(visitor.req)?.source;
      return source === "direct" ? undefined : source;
    },
    write() {
      writing = writing.then(writeSums);
      return writing;
    },
    start() {
      const timer = setInterval(() => counter.write(), hourMs).unref();
      return () => {
        clearInterval(timer);
        return counter.write();
      };
    },
    get counts() {
      return { sums: sums.size, visitors: seen.size };
    },
  };
  return counter;
}

type VisitRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

/** Returns false for bots and for requests that a browser makes ahead. */
export function isPersonsRequest({ method, headers }: Pick<VisitRequest, "method" | "headers">): boolean {
  if (method !== "GET" || headers["sec-purpose"]?.includes("prefetch") || headers.purpose === "prefetch")
    return false;
  const browser = headers["user-agent"];
  return browser !== undefined && browser.trim() !== "" && !isbot(browser);
}

/** A visitor of one video. */
interface SeenVisitor {
  /** Of their last link. */
  source: VisitSource;
  /** Hours since 1970 in which they last opened the page and played the preview. */
  viewedIn?: number;
  playedIn?: number;
}

/** Per day; about 100 bytes each. The oldest are forgotten first. */
const maxSeen = 100_000;

interface Generation {
  day: string;
  salt: Buffer;
  seen: Map<string, SeenVisitor>;
}

interface SeenVisitors {
  /** `visitor`: address and browser. */
  find(visitor: string, videoId: string, day: string): SeenVisitor | undefined;
  keep(visitor: string, videoId: string, day: string, seen: SeenVisitor): void;
  /** Forgets days before yesterday. */
  forget(day: string, yesterday: string): void;
  readonly size: number;
}

/**
 * Recognises a visitor of a video for at most two days, by a hash with the day's salt. Both are only in memory: nobody
 * can compute a hash again once its salt is forgotten.
 */
function createSeenVisitors(): SeenVisitors {
  let today: Generation | undefined;
  let before: Generation | undefined;

  function turnTo(day: string): Generation {
    if (today?.day === day) return today;
    before = today;
    today = { day, salt: randomBytes(32), seen: new Map() };
    return today;
  }

  return {
    find(visitor, videoId, day) {
      const now = turnTo(day);
      return now.seen.get(hash(now, visitor, videoId)) ?? before?.seen.get(hash(before, visitor, videoId));
    },
    keep(visitor, videoId, day, seen) {
      const now = turnTo(day);
      now.seen.set(hash(now, visitor, videoId), seen);
      if (now.seen.size <= maxSeen) return;
      for (const oldest of now.seen.keys()) {
        now.seen.delete(oldest);
        break;
      }
    },
    forget(day, yesterday) {
      if (today && today.day !== day) {
        before = today;
        today = undefined;
      }
      if (before && before.day !== yesterday) before = undefined;
    },
    get size() {
      return (today?.seen.size ?? 0) + (before?.seen.size ?? 0);
    },
  };
}

function hash({ salt }: Generation, visitor: string, videoId: string): string {
  return createHash("sha256").update(salt).update(`${videoId}\n${visitor}`).digest("base64").slice(0, 16);
}
