import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";
import { remainingMs } from "~/integrations/request-deadline";
import { notBegunHeader } from "~/platform/not-begun-header";
import { type AdmissionQueue, createAdmissionQueue, type QueueCounts } from "./admission-queue";
import { busyPage } from "./busy-page.server";
import { beginDeadline, isLongRequest } from "./within-deadline.server";

/**
 * Requests under way for each connection of the pool: between its statements a request also computes and waits for
 * services.
 */
const perConnection = 2;

/**
 * Requests that wait for each slot. More could hardly be served within their wait, and a request that is refused at
 * once tries again sooner.
 */
const waitingPerSlot = 12;

/** In milliseconds. An admitted request has the rest of its 4.5 s. */
const maxWaitMs = 3_000;

/** For an admitted request: not admitted with less of its time left, in milliseconds. */
const minRunMs = 1_500;

/** Providers wait for 10 s and longer, and repeat an event that is refused only minutes later. */
const maxWebhookWaitMs = 6_000;

/** Maximum size of a form that is read before it is admitted, in bytes: that of `readForm`. */
const formMaxBytes = 64 * 1024;

const webhook = /^\/webhooks\//;

const formType = "application/x-www-form-urlencoded";

/** The requests that may use the database at once, by kind, so that none of the kinds can use up the others' share. */
export interface Admission {
  reads: AdmissionQueue;
  /** Forms, which may wait for an outside service while they hold a slot. */
  actions: AdmissionQueue;
  webhooks: AdmissionQueue;
}

export type AdmissionCounts = Record<keyof Admission, QueueCounts>;

/** `connections`: maximum size of the database pool */
export function createAdmission(connections: number): Admission {
  const queue = (slots: number, waitMs: number) =>
    createAdmissionQueue({ slots, maxWaiting: slots * waitingPerSlot, maxWaitMs: waitMs });
  const slots = connections * perConnection;
  return {
    reads: queue(slots, maxWaitMs),
    actions: queue(slots, maxWaitMs),
    webhooks: queue(Math.ceil(connections / 2), maxWebhookWaitMs),
  };
}

export function countAdmission({ reads, actions, webhooks }: Admission): AdmissionCounts {
  return { reads: reads.counts, actions: actions.counts, webhooks: webhooks.counts };
}

/** A request was refused because too many others wait. */
export class Shed extends Error {
  override readonly name = "Shed";
}

/** Calls `run` once the queue admits it. Throws `Shed` if it does not. */
export async function runAdmitted<T>(queue: AdmissionQueue, run: () => Promise<T>): Promise<T> {
  const ticket = queue.enter(remainingMs() - minRunMs);
  if (!(await ticket.admitted)) throw new Shed("too many requests wait");
  try {
    return await run();
  } finally {
    ticket.leave();
  }
}

/**
 * Lets so many requests run at once as the database can serve, in the order of their arrival. The
 * others wait. One that has waited for too long is answered with 503 before anything of it has run, by a page that
 * sends it again. A request holds its slot until its answer begins. Uploads and files of many rows are not counted:
 * they last for minutes, and have limits of their own.
 */
export function admitRequests(admission: Admission): RequestHandler {
  const handle = async (req: IncomingMessage & { path: string }, res: Response, next: () => void) => {
    const isRead = req.method === "GET" || req.method === "HEAD";
    const isWebhook = webhook.test(req.path);
    const form = isSmallForm(req) ? await readAhead(req) : hasNoBody(req) ? Buffer.alloc(0) : undefined;
    if (res.destroyed) return;
    // A webhook's own time begins with its body, which is read later.
    if (form) beginDeadline(req);
    const queue = isWebhook ? admission.webhooks : isRead ? admission.reads : admission.actions;
    const ticket = queue.enter(remainingMs() - minRunMs);
    res.once("close", ticket.leave);
    if (await ticket.admitted) {
      callBeforeHead(res, ticket.leave);
      next();
    } else if (!res.destroyed) refuse(req, res, form);
  };
  return (req, res, next) => {
    if (isLongRequest(req.path)) next();
    else handle(req, res, next).catch(next);
  };
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
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
  const seconds = Math.ceil(waitMs / 1_000);
  res.status(503).set({
    "Retry-After": String(seconds),
    [notBegunHeader]: String(waitMs),
    "Cache-Control": "no-store",
  });
  const isRead = req.method === "GET" || req.method === "HEAD";
  const isForPeople = req.headers.accept?.includes("text/html") === true && !req.path.endsWith(".data");
  if (!isForPeople || (!isRead && !form)) {
    res.type("text").send("Too many requests at once: nothing was done. Try again.\n");
    return;
  }
  // Without script too, the page tries again by itself.
  if (isRead) res.set("Refresh", String(seconds));
  const { originalUrl } = req as unknown as { originalUrl: string };
  const nonce = res.locals.cspNonce as string;
  const fields = isRead ? undefined : form?.toString("utf8");
  res.type("html").send(busyPage({ address: originalUrl, form: fields, waitMs, nonce }));
}
