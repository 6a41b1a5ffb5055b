import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";
import pLimit from "p-limit";
import { remainingMs } from "~/integrations/request-deadline";
import { notBegunHeader } from "~/platform/network-failure";
import { busyPage } from "./busy-page.server";
import { beginDeadline, isLongRequest } from "./within-deadline.server";

/** In milliseconds. An admitted request has the rest of its 4.5 s, and at least `minRunMs`. */
const maxWaitMs = 3_000;
const minRunMs = 1_500;

/** Maximum size of a form that is read before it is admitted, in bytes: that of `readForm`. */
const formMaxBytes = 64 * 1024;

const formType = "application/x-www-form-urlencoded";

/** A request was refused because too many others wait. */
export class Shed extends Error {
  override readonly name = "Shed";
}

/** Requests that run at once, in the order of their arrival. */
export interface RequestLimit {
  /** Calls `work` in turn. Throws `Shed`, before anything ran, if too many wait or the wait is over. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** `admitted` and `shed` count since the start of the process. */
  readonly counts: { admitted: number; shed: number; active: number; waiting: number };
}

export function createRequestLimit(slots: number, maxWaiting: number): RequestLimit {
  const limit = pLimit(slots);
  const counts = { admitted: 0, shed: 0 };
  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        let isShed = false;
        const shed = () => {
          isShed = true;
          counts.shed += 1;
          reject(new Shed("too many requests wait"));
        };
        if (limit.pendingCount >= maxWaiting) return shed();
        const timer = setTimeout(shed, Math.min(maxWaitMs, remainingMs() - minRunMs));
        limit(async () => {
          if (isShed) return;
          clearTimeout(timer);
          counts.admitted += 1;
          await work().then(resolve, reject);
        });
      }),
    get counts() {
      return { ...counts, active: limit.activeCount, waiting: limit.pendingCount };
    },
  };
}

/** Forms have a limit of their own, since they may wait for an outside service. */
export interface Admission {
  reads: RequestLimit;
  actions: RequestLimit;
}

/**
 * Admits two requests for each connection of the database pool, which also compute and wait for services, and lets
 * twelve wait for each of those. `connections`: maximum size of the pool
 */
export function createAdmission(connections: number): Admission {
  const slots = 2 * connections;
  return { reads: createRequestLimit(slots, 12 * slots), actions: createRequestLimit(slots, 12 * slots) };
}

/**
 * Lets so many requests run at once as the database can serve. A request holds its slot until its answer begins; one
 * that is refused is answered with 503 before anything of it has run. Webhooks, which their providers repeat late, and
 * uploads and files of many rows, which last for minutes, are not limited.
 */
export function admitRequests({ reads, actions }: Admission): RequestHandler {
  const handle = async (req: IncomingMessage & { path: string }, res: Response, next: () => void) => {
    const isRead = req.method === "GET" || req.method === "HEAD";
    const form = isSmallForm(req) ? await readAhead(req) : undefined;
    if (form) beginDeadline(req);
    const untilHead = () =>
      new Promise<void>((resolve) => {
        res.once("close", resolve);
        if (res.destroyed) return resolve();
        callBeforeHead(res, resolve);
        next();
      });
    await (isRead ? reads : actions).run(untilHead).catch((error: unknown) => {
      if (!(error instanceof Shed)) throw error;
      if (!res.destroyed) refuse(req, res, form);
    });
  };
  return (req, res, next) => {
    if (req.path.startsWith("/webhooks/") || isLongRequest(req.path)) next();
    else handle(req, res, next).catch(next);
  };
}

function isSmallForm({ headers }: IncomingMessage): boolean {
  const length = Number(headers["content-length"] ?? 0);
  return length > 0 && length <= formMaxBytes && headers["content-type"]?.startsWith(formType) === true;
}

/**
 * Waits for the whole body and puts it back for the handler, so that a slow sender holds no slot. Resolves to undefined
 * if the sender leaves.
 */
function readAhead(req: IncomingMessage): Promise<Buffer | undefined> {
  const length = Number(req.headers["content-length"]);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (body: Buffer | undefined) => {
      req.off("readable", read);
      req.off("close", leave);
      resolve(body);
    };
    const leave = () => finish(undefined);
    function read() {
      for (let chunk = req.read() as Buffer | null; chunk; chunk = req.read() as Buffer | null) {
        chunks.push(chunk);
        bytes += chunk.length;
      }
      if (bytes < length) return;
      const body = Buffer.concat(chunks);
      // Before its `end` event, which follows in a later tick: a stream that has bytes again does not end.
      req.unshift(body);
      finish(body);
    }
    req.on("close", leave);
    req.on("readable", read);
  });
}

function callBeforeHead(res: Response, call: () => void): void {
  const writeHead = res.writeHead;
  res.writeHead = ((...given: Parameters<typeof writeHead>) => {
    call();
    return writeHead.apply(res, given);
  }) as typeof writeHead;
}

/**
 * Answers that nothing was done, and when to try again. The times differ, so that those refused do not return together.
 */
function refuse(req: IncomingMessage & { path: string }, res: Response, form: Buffer | undefined): void {
  const waitMs = randomInt(1_500, 4_500);
  const seconds = String(Math.ceil(waitMs / 1_000));
  res
    .status(503)
    .set({ "Retry-After": seconds, [notBegunHeader]: String(waitMs), "Cache-Control": "no-store" });
  const isRead = req.method === "GET" || req.method === "HEAD";
  const isForPeople = req.headers.accept?.includes("text/html") === true && !req.path.endsWith(".data");
  if (!isForPeople || (!isRead && !form)) {
    res.type("text").send("Too many requests at once: nothing was done. Try again.\n");
    return;
  }
  // Without script too, the page tries again by itself.
  if (isRead) res.set("Refresh", seconds);
  const { originalUrl } = req as unknown as { originalUrl: string };
  res.type("html").send(busyPage(originalUrl, isRead ? undefined : form?.toString("utf8")));
}
