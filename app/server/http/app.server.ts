import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import { createVisitCounter, type VisitCounter } from "~/features/orders/coupons/visit-counter.server";
import { createFileGate } from "~/features/playback/access/may-open-file.server";
import { serveUploads } from "~/features/studio/uploads/serve-uploads.server";
import { servePreviews, servePublicFiles } from "~/integrations/storage/public-files.server";
import { serveSignedFiles } from "~/integrations/storage/signed-files.server";
import { listSigningSecrets } from "~/platform/env.server";
import type { Log } from "~/platform/log.server";
import type { Services } from "~/platform/services";
import { withFailurePages } from "../failure-pages.server";
import { createCriticalStyles } from "../page-cache/critical-styles.server";
import { createPageCache, type PageCache, type PageCacheCounts } from "../page-cache/page-cache.server";
import { createAnswerMaker, Incomplete } from "../page-cache/public-answer.server";
import { isDataAddress, isPublicPage, namesNobody } from "../page-cache/public-pages";
import type { Tracing } from "../telemetry/tracing.server";
import { type Admission, admitRequests, createAdmission, type RequestLimit, Shed } from "./admission.server";
import { serveAssets, serveFolder } from "./assets.server";
import { chooseEncoding } from "./compress-page.server";
import { waitForDrain, withinDeadline } from "./connection-limits.server";
import { createRouteLabels, handlePages, listPatterns } from "./page-requests.server";
import { healthcheck, readiness } from "./readiness.server";
import { type BodyLimits, boundBodies } from "./request-body.server";
import { refuseCrossSite, refuseTarget, setOwnHost } from "./request-checks.server";
import { loggedPath, requestFacts, requestLog, serverTiming } from "./request-log.server";
import { createPageHeaders, fileHeaders, type PageHeaders, securePages } from "./security-headers.server";
import { clientAddresses } from "./trusted-proxies.server";

export interface AppParts {
  services: Services;
  build: ServerBuild;
  clientDir: string;
  isStopping?: () => boolean;
  tracing?: Pick<Tracing, "traceRequest"> | undefined;
  bodyLimits?: BodyLimits;
  admission?: Admission;
  /** Without it, every page is rendered. */
  pageCache?: { maxBytes: number; now?: () => number };
}

export interface App extends RequestListener {
  countCachedPages(): PageCacheCounts | undefined;
  countAdmission(): Record<keyof Admission, RequestLimit["counts"]>;
  visits: VisitCounter;
}

/** Handled before Remix; each is one route in the metrics. */
const ownPatterns = [
  "/healthcheck",
  "/readiness",
  "/files/*",
  "/assets/*",
  "/thumbnails/*",
  "/previews/*",
  "/creator/uploads/*",
];

/** Mail programs and messengers show these pictures in their own pages. */
const shownElsewhere = ["/share", "/icon-192.png"];

/** Forms with a video or a picture, and their data requests. */
const takesFiles = /^\/creator\/(upload|videos\/[^/]+\/(edit|files|unpublished))/;

/** Body limits, request log, video files on this disk, then Express. */
export function createApp(parts: AppParts): App {
  const { services, pageCache, admission = createAdmission(parts.services.pool.options.max) } = parts;
  const { env, log, metrics } = services;
  const labelOf = createRouteLabels([...ownPatterns, ...listPatterns(parts.build.routes)]);
  const note = requestLog(log, { metrics, labelOf });
  const boundBody = boundBodies((path) => takesFiles.test(path), parts.bodyLimits);
  const pageHeaders = createPageHeaders({
    appUrl: env.APP_URL,
    formOrigins: [
      "https://checkout.stripe.com",
      ...originOf(env.STRIPE_API_URL),
      ...originOf(services.google?.origin),
    ],
    mediaOrigins: originOf(services.storage.linkOrigin),
    streaming: services.streaming,
  });
  const build = withFailurePages(parts.build, env.NODE_ENV);
  const addressOf = clientAddresses(env, log);
  const visits = createVisitCounter(services);
  const page = { pageHeaders, addressOf, admission, visits };
  const cache = pageCache && cachePages({ ...parts, build }, page, pageCache);
  const answer = createAnswers(parts, createExpress({ ...parts, build }, page));
  const listener: RequestListener = (req, res) => {
    if (!boundBody(req, res)) return;
    const facts = note(req, res);
    const respond = () => withinDeadline(req, res, () => serve(req, res, facts.id));
    if (!parts.tracing) respond();
    else parts.tracing.traceRequest({ method: facts.method, route: labelOf(facts.path), res }, respond);
  };
  const serve = (req: IncomingMessage, res: ServerResponse, id: string) => {
    // An `error` event without a listener ends the process.
    res.on("error", (error) => log.warn({ req: requestFacts(res), err: error }, "an answer failed"));
    const answered = cache?.answer(req, res, id) ?? false;
    if (answered === true) return;
    res.setHeader("X-Request-Id", id);
    if (answered === false) answer(req, res);
    else answered.then((done) => done || answer(req, res));
  };
  return Object.assign(listener, {
    countCachedPages: () => cache?.counts,
    countAdmission: () => ({ reads: admission.reads.counts, actions: admission.actions.counts }),
    visits,
  });
}

interface PageParts {
  pageHeaders: PageHeaders;
  addressOf: (req: IncomingMessage) => string;
  admission: Admission;
  visits: VisitCounter;
}

function cachePages(
  { build, clientDir, services }: AppParts,
  { pageHeaders, admission, visits, addressOf }: PageParts,
  limits: NonNullable<AppParts["pageCache"]>,
): PageCache {
  const { env, log } = services;
  const reading = readingServices(services);
  const make = createAnswerMaker({
    build,
    mode: env.NODE_ENV,
    appUrl: env.APP_URL,
    pageHeaders,
    addCriticalStyles: createCriticalStyles(clientDir),
    makeContext: (path, cspNonce, visit) => ({
      services: reading,
      log: log.child({ req: { id: randomUUID(), method: "GET", path: loggedPath(path) } }),
      requestId: "",
      cspNonce,
      takesBrotli: false,
      hasFirstStyles: true,
      isDataRequest: isDataAddress(path),
      clientAddress: "",
      waitForDrain: () => Promise.resolve(),
      addCookie: () => {
        throw new Error("a page for everyone sets no cookie");
      },
      visit,
    }),
  });
  return createPageCache({
    ...limits,
    make: (address) => admission.reads.run(() => make(address)),
    onFailure: (error) => {
      if (!(error instanceof Shed || error instanceof Incomplete))
        log.error({ err: error }, "a page for everyone could not be made");
    },
    onVisit: (req, page) => visits.noteView({ req, address: addressOf(req) }, page),
  });
}

function createAnswers(parts: AppParts, pages: Express): RequestListener {
  const { env, log, clock } = parts.services;
  if (!env.STORAGE_DIR || env.S3_BUCKET) return pages;
  const secure = fileHeaders({ appUrl: env.APP_URL });
  const mayOpen = createFileGate(parts.services);
  const files = serveSignedFiles({
    dir: env.STORAGE_DIR,
    secrets: listSigningSecrets(env),
    clock,
    mayOpen: ({ headers }, link) => mayOpen(headers.cookie ?? "", link),
    onFailure: (error, res) =>
      log.error({ req: requestFacts(res), err: error }, "a link could not be checked"),
  });
  return (req, res) => {
    if (!req.url?.startsWith("/files/")) return pages(req, res);
    secure(res);
    try {
      files(req, res);
    } catch (error) {
      // Otherwise a rejected promise would end the process: no Express error handler follows.
      log.error({ req: requestFacts(res), err: error }, "request failed");
      if (res.headersSent) res.destroy();
      else res.writeHead(500).end();
    }
  };
}

function createExpress(
  { services, build, clientDir, isStopping = () => false }: AppParts,
  { pageHeaders, addressOf, admission, visits }: PageParts,
): Express {
  const { env, log, storage } = services;
  const reading = readingServices(services);
  const app = express();
  app.disable("x-powered-by");
  // For the protocol that setOwnHost sets. The client's address comes from clientAddresses.
  app.set("trust proxy", env.TRUSTED_PROXY_HOPS > 0);
  app.set("query parser", false);
  app.use(securePages(pageHeaders));
  // Before the check of the origin: the doctor's signed probe has none.
  app.all("/healthcheck", refuseTarget, healthcheck(services, addressOf));
  app.use(refuseCrossSite(env.APP_URL, { log, addressOf }));
  app.use(refuseTarget);
  app.use((req, _res, next) => {
    // Range is defined for GET alone (RFC 9110, section 14.2); Express' static files would answer HEAD with 206.
    if (req.method === "HEAD") delete req.headers.range;
    next();
  });
  app.use(shownElsewhere, (_req, res, next) => {
    res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    next();
  });
  app.get("/readiness", readiness(services, isStopping));
  app.use("/thumbnails", servePublicFiles({ storage }));
  app.use("/previews", (req, res, next) => {
    const key = req.path.slice(1);
    res.once("finish", () => {
      if (res.statusCode < 400) visits.notePreview({ req, address: addressOf(req) }, key);
    });
    next();
  });
  app.use("/previews", servePreviews({ storage }));
  app.use("/assets", serveAssets(`${clientDir}/assets`));
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } }));
  const publicFiles = serveFolder(clientDir, { maxAge: "1h" });
  // Their names have a dot: looking for a page's path among the files took 3 % of the page.
  app.use((req, res, next) => (req.path.includes(".") ? publicFiles(req, res, next) : next()));
  app.use((req, res, next) => {
    // The next user of the same machine must not see a signed-in person's pages.
    res.setHeader("Cache-Control", req.headers.cookie ? "private, no-store" : "private, no-cache");
    replaceOnAppend(res, ["cache-control", "content-security-policy"]);
    next();
  });
  app.use(serverTiming);
  app.use("/creator/uploads", serveUploads(services));
  app.use(admitRequests(admission));
  app.use(setOwnHost(env.APP_URL));
  app.all(
    "*",
    handlePages({
      build,
      mode: env.NODE_ENV,
      getLoadContext: (req, res) => {
        return {
          services: readsAsEveryone(req) ? reading : services,
          log: log.child({ req: requestFacts(res) }),
          requestId: requestFacts(res).id,
          cspNonce: res.locals.cspNonce as string,
          takesBrotli: chooseEncoding(req.headers["accept-encoding"]) === "br",
          isDataRequest: req.path.endsWith(".data"),
          clientAddress: addressOf(req),
          waitForDrain: () => waitForDrain(res),
          addCookie: (value) => void res.append("Set-Cookie", value),
          visit: {
            noteView: (page) => visits.noteView({ req: asRequested(req), address: addressOf(req) }, page),
            findSource: (videoId) =>
              visits.findSource({ req: asRequested(req), address: addressOf(req) }, videoId),
          },
        };
      },
    }),
  );
  app.use(lastResort(log));
  return app;
}

/** Express cuts the path where a handler is mounted. */
function asRequested({ method, headers, originalUrl }: Request) {
  return { method, headers, url: originalUrl };
}

/** For pages that are the same for everyone. */
function readingServices(services: Services): Services {
  return services.replica ? { ...services, db: services.readDb } : services;
}

function readsAsEveryone(request: Request): boolean {
  return namesNobody(request) && isPublicPage(request.path);
}

/** Remix appends a route's headers: these values are replaced instead. */
function replaceOnAppend(res: Response, names: readonly string[]): void {
  const append = res.append.bind(res);
  res.append = (field, value) =>
    names.includes(field.toLowerCase()) ? res.set(field, value) : append(field, value);
}

function originOf(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : [];
}

function lastResort(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    // Express reports an undecodable path as 400. The `status` of any other error is not trusted.
    const status = error instanceof URIError ? 400 : 500;
    const facts = requestFacts(res);
    log[status >= 500 ? "error" : "info"]({ req: facts, err: error }, "request failed");
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res
      .status(status)
      .type("text")
      .send(`Algo deu errado. / Something went wrong.\nCódigo do erro / error code: ${facts.id}\n`);
  };
}
