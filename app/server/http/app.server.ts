import type { RequestListener } from "node:http";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express } from "express";
import { createFileGate } from "~/features/playback/may-open-file.server";
import { serveUploads } from "~/features/uploads/serve-uploads.server";
import { servePublicFiles } from "~/integrations/storage/public-files.server";
import { serveSignedFiles } from "~/integrations/storage/signed-files.server";
import type { Log } from "~/platform/log.server";
import type { Services } from "~/platform/services";
import { withFailurePages } from "../failure-pages.server";
import { serveAssets } from "./assets.server";
import { refuseCrossSite } from "./cross-site.server";
import { healthcheck } from "./healthcheck.server";
import { carryOwnHost } from "./own-host.server";
import { refuseTarget } from "./refuse-target.server";
import { type BodyLimits, boundBodies } from "./request-body.server";
import { requestFacts, requestLog } from "./request-log.server";
import { fileHeaders, pageHeaders } from "./security-headers.server";
import { untilTaken } from "./wait-for-drain.server";

export interface AppParts {
  services: Services;
  build: ServerBuild;
  /** The folder with what the build made for browsers. */
  clientDir: string;
  /** How slow bodies may be; for tests. */
  bodyLimits?: BodyLimits;
}

/** Forms with a video or a picture in them: the upload, its resumable kin, and editing, all asked as data too. */
const takesFiles = /^\/creator\/(upload|videos\/[^/]+\/edit)/;

/**
 * Returns the whole HTTP surface: the limits of bodies, the log, then parts of videos where they are on this disk, then
 * everything else by Express.
 */
export function createApp(parts: AppParts): RequestListener {
  const { log } = parts.services;
  const note = requestLog(log);
  const boundBody = boundBodies((path) => takesFiles.test(path), parts.bodyLimits);
  const answer = createAnswers(parts);
  return (req, res) => {
    if (!boundBody(req, res)) return;
    note(req, res);
    // An `error` event without a listener ends the process.
    res.on("error", (error) => log.warn({ req: requestFacts(res), err: error }, "an answer failed"));
    answer(req, res);
  };
}

function createAnswers(parts: AppParts): RequestListener {
  const { env, log, clock } = parts.services;
  const pages = createExpress(parts);
  if (!env.STORAGE_DIR || env.S3_BUCKET) return pages;
  const secure = fileHeaders({ appUrl: env.APP_URL });
  const mayOpen = createFileGate(parts.services);
  const files = serveSignedFiles({
    dir: env.STORAGE_DIR,
    secret: env.SESSION_SECRET,
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
      // Express stands behind its own handlers; behind this one nothing does, and the process would end.
      log.error({ req: requestFacts(res), err: error }, "request failed");
      if (res.headersSent) res.destroy();
      else res.writeHead(500).end();
    }
  };
}

/** All but the log and the disk store's files, in the order a request meets it. */
function createExpress({ services, build, clientDir }: AppParts): Express {
  const { env, log, db, storage } = services;
  const app = express();
  app.disable("x-powered-by");
  // Only so many proxies of our own may say who the client is: a forged X-Forwarded-For changes nothing.
  app.set("trust proxy", env.TRUSTED_PROXY_HOPS);
  // Remix reads the query by itself.
  app.set("query parser", false);
  app.use(
    pageHeaders({
      appUrl: env.APP_URL,
      formOrigins: [
        "https://checkout.stripe.com",
        ...originOf(env.STRIPE_API_URL),
        ...originOf(services.google?.origin),
      ],
      mediaOrigins: originOf(storage.linkOrigin),
      streaming: services.streaming,
    }),
  );
  app.use(refuseCrossSite(env.APP_URL, log));
  app.use(refuseTarget);
  app.use((req, _res, next) => {
    // Range is defined for GET alone (RFC 9110, section 14.2); Express' static files would answer HEAD with 206.
    if (req.method === "HEAD") delete req.headers.range;
    next();
  });
  app.get("/healthcheck", healthcheck(db));
  app.use("/thumbnails", servePublicFiles({ storage }));
  app.use("/assets", serveAssets(`${clientDir}/assets`));
  app.use(compression());
  app.use(express.static(clientDir, { maxAge: "1h", index: false, redirect: false }));
  app.use((req, res, next) => {
    // What a signed-in person sees must not be found by the next one at the same machine.
    res.setHeader("Cache-Control", req.headers.cookie ? "private, no-store" : "private, no-cache");
    next();
  });
  app.use("/creator/uploads", serveUploads(services));
  app.use(carryOwnHost(env.APP_URL));
  app.all(
    "*",
    createRequestHandler({
      build: withFailurePages(build, env.NODE_ENV),
      mode: env.NODE_ENV,
      getLoadContext: (req, res) => ({
        services,
        log: log.child({ req: requestFacts(res) }),
        requestId: requestFacts(res).id,
        cspNonce: res.locals.cspNonce as string,
        isDataRequest: req.path.endsWith(".data"),
        clientAddress: req.ip ?? req.socket.remoteAddress ?? "",
        untilTaken: () => untilTaken(res),
      }),
    }),
  );
  app.use(lastResort(log));
  return app;
}

function originOf(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : [];
}

/** What even Remix could not answer: a plain page with the request's id, the cause in the log. */
function lastResort(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    // Express says with 400 that a path cannot be decoded. Any other `status` is the error's own business.
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
