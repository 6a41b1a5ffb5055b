import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";
import pLimit from "p-limit";
import { logoGrid, logoShapes } from "~/brand";
import { serverTexts } from "~/i18n/i18next.server";
import { languages } from "~/i18n/languages";
import { decideLocale } from "~/i18n/page-language";
import { remainingMs } from "~/integrations/request-deadline";
import { notBegunHeader } from "~/platform/network-failure";
import { isSecretField } from "~/ui/forms/secret-fields";
import { beginDeadline, isLongRequest } from "./connection-limits.server";

/** An admitted request has the rest of its 4.5 s, and at least `minRunMs`. */
const maxWaitMs = 3_000;
const minRunMs = 1_500;

/** Of a form that is read before it is admitted: that of `readForm`. */
const formMaxBytes = 64 * 1024;

const formType = "application/x-www-form-urlencoded";

export class Shed extends Error {
  override readonly name = "Shed";
}

export interface RequestLimit {
  /** Throws `Shed`, before anything ran, if too many wait or the wait is over. */
  run<T>(work: () => Promise<T>): Promise<T>;
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

/** Two requests for each connection of the pool, as they also compute and wait for services; twelve wait for each. */
export function createAdmission(connections: number): Admission {
  const slots = 2 * connections;
  return { reads: createRequestLimit(slots, 12 * slots), actions: createRequestLimit(slots, 12 * slots) };
}

/**
 * A request holds its slot until its answer begins; a refused one is answered with 503 before anything of it has run.
 * Webhooks, which their providers repeat late, uploads and files of many rows, which last for minutes, are not limited.
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

/** Waits for the whole body and puts it back, so that a slow sender holds no slot. Undefined if the sender leaves. */
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

/** Says that nothing was done. The times to wait differ, so that refused requests do not return together. */
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
  // Without script the page retries by itself, too.
  if (isRead) res.set("Refresh", seconds);
  const { originalUrl } = req as unknown as { originalUrl: string };
  res.type("html").send(busyPage(originalUrl, isRead ? undefined : form?.toString("utf8")));
}

/** With the fields of an urlencoded form, which a button sends again; a form with a password leads back to itself. */
export function busyPage(address: string, form: string | undefined): string {
  const locale = decideLocale(new URL(address, "http://localhost"));
  const text = serverTexts[locale];
  const fields = form === undefined ? undefined : [...new URLSearchParams(form)];
  const { pathname } = new URL(address, "http://localhost");
  const hasSecret = fields?.some(([name, value]) => isSecretField(name, pathname) && value !== "") === true;
  const inputs = (fields ?? []).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const action = escapeHtml(address);
  const [said, next] = !fields
    ? [text("busy.page"), `<p><a href="${action}">${escapeHtml(text("errors.tryAgain"))}</a></p>`]
    : hasSecret
      ? [text("busy.secretForm"), `<p><a href="${action}">${escapeHtml(text("busy.backToForm"))}</a></p>`]
      : [
          text("busy.form"),
          `<form method="post" action="${action}">${inputs.join("")}<button>${escapeHtml(text("errors.tryAgain"))}</button></form>`,
        ];
  const title = escapeHtml(text("errors.busyTitle"));
  return `<!doctype html>
<html lang="${languages[locale].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sabiá</title>
<link rel="stylesheet" href="/offline.css">
</head>
<body>
<main>
${bird}
<h1>${title}</h1>
<p>${escapeHtml(said)}</p>
${next}
</main>
</body>
</html>
`;
}

const bird = `<svg viewBox="0 0 ${logoGrid} ${logoGrid}" width="112" height="112" role="img" aria-label="Sabiá">${logoShapes
  .map(({ token, path }) => `<path fill="var(--${token})" d="${path}"/>`)
  .join("")}</svg>`;

/** Carriage returns too, which a parser would change. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll("\0", "");
}
