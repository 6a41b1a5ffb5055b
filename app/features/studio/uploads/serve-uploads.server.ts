import { ERRORS, type Locker, Server } from "@tus/server";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { decideCreatorAccess } from "~/features/base/accounts/roles";
import { StorageError } from "~/integrations/storage/storage";
import { findSignedIn } from "~/platform/context.server";
import { parseId } from "~/platform/forms/record-id";
import { forwardRejections } from "~/platform/http";
import { isAccountErased, isOutage, retryAfterSeconds } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { dropUpload } from "./discard-upload.server";
import { CreatorUploads, createUploadLocks } from "./tus-store.server";
import type { OwnVideo } from "./unpublished.queries.server";
import { uploadChunkBytes, uploadPath } from "./upload-limits";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log" | "env" | "sessionCookie">;

const methods = new Set(["HEAD", "PATCH", "DELETE"]);

/** Bytes of a refused body that are read and dropped, so that a browser still sending receives the response. */
const drainBytes = 2 * uploadChunkBytes;

/**
 * tus 1.0.0 (tus.io/protocols/resumable-upload) with the termination extension alone; mounted at `/creator/uploads`
 * behind the cross-site check. 401, 403, or 404 for an unknown or another creator's upload. The request with the last
 * byte publishes: 204, or 422 with a message key if the content differs from the declared type. 413 if longer than
 * declared, 507 without space: these three remove the upload. 503 during an outage: received bytes are kept, and the
 * next request for the offset publishes a complete upload.
 */
export function serveUploads(services: Needs): RequestHandler {
  const locks = createUploadLocks();
  return forwardRejections(async (req, res, next) => {
    const videoId = parseId(req.path.slice(1));
    // A request without a tus header is a page's or a form's.
    const speaks = req.headers["tus-resumable"] !== undefined && methods.has(req.method);
    if (!videoId || !speaks) return next();
    try {
      const cookies = new Request(services.env.APP_URL, { headers: { Cookie: req.headers.cookie ?? "" } });
      const viewer = await findSignedIn(services, cookies);
      const access = decideCreatorAccess(viewer);
      if (!viewer || access === "signIn") refuse(res, 401, "Not signed in\n");
      else if (access !== "enter") refuse(res, 403, "Not a creator\n");
      else {
        const ownVideo = { creatorId: viewer.userId, videoId };
        await speakTus(services, ownVideo, locks.of(viewer.userId), res).handle(req, res);
      }
    } catch (error) {
      services.log.error({ err: error, videoId }, "upload request failed");
      if (isOutage(error) && !res.headersSent) res.set("Retry-After", String(retryAfterSeconds));
      refuse(res, isOutage(error) ? 503 : 500, "Try again\n");
    }
    drain(req);
  });
}

function speakTus(services: Needs, ownVideo: OwnVideo, locker: Locker, res: ExpressResponse): Server {
  const datastore = new CreatorUploads(services, ownVideo.creatorId);
  return new Server({
    path: uploadPath("").slice(0, -1),
    datastore,
    locker: heldUntil(locker, () => datastore.settled()),
    // Ends a waiting request at once; 0 would mean three seconds.
    lockDrainTimeout: 1,
    getFileIdFromRequest: () => ownVideo.videoId,
    allowedOrigins: () => false,
    async onUploadFinish() {
      await datastore.finish(ownVideo.videoId);
      return {};
    },
    async onResponseError(_req, error) {
      const answer = await answerTo(services, ownVideo, datastore.failure ?? error);
      if (answer.status_code === 503) res.set("Retry-After", String(retryAfterSeconds));
      return answer;
    },
  });
}

function heldUntil(locker: Locker, over: () => Promise<void>): Locker {
  return {
    newLock(id) {
      const lock = locker.newLock(id);
      return {
        lock: (signal, askToEnd) => lock.lock(signal, askToEnd),
        async unlock() {
          await over();
          await lock.unlock();
        },
      };
    },
  };
}

type Failure = { status_code: number; body: string };

async function answerTo(services: Needs, ownVideo: OwnVideo, error: unknown): Promise<Failure> {
  if (isFailure(error)) {
    // More than was declared, or gone from the store: it can never be complete.
    if (error.status_code === 413 || error.status_code === 410) await dropUpload(services, ownVideo);
    // Another request of the same person goes first.
    if (error === ERRORS.ERR_LOCK_TIMEOUT || error === ERRORS.ABORTED)
      return { status_code: 423, body: "Busy\n" };
    return { status_code: error.status_code, body: error.body };
  }
  if (error instanceof StorageError && error.reason === "full") {
    services.log.error({ err: error, ...ownVideo }, "no room for an upload");
    await dropUpload(services, ownVideo);
    return { status_code: 507, body: "No room\n" };
  }
  if (isAccountErased(error)) return { status_code: 401, body: "Not signed in\n" };
  services.log.error({ err: error, ...ownVideo }, "upload request failed");
  return { status_code: isOutage(error) ? 503 : 500, body: "Try again\n" };
}

function isFailure(error: unknown): error is Failure {
  return typeof error === "object" && error !== null && "status_code" in error;
}

function refuse(res: ExpressResponse, status: number, text: string): void {
  if (res.headersSent) res.destroy();
  else res.status(status).set("Tus-Resumable", "1.0.0").type("text").send(text);
}

/** Browsers read the response only when they have sent the whole body. */
function drain(req: ExpressRequest): void {
  if (req.readableEnded || req.destroyed) return;
  let left = drainBytes;
  req.removeAllListeners("data");
  req.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.destroy();
  });
  req.resume();
}
