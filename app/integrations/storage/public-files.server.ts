import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RequestHandler, Response } from "express";
import { passFailures } from "~/platform/pass-failures";
import { answerPlain, refuseOtherMethods } from "./plain-answer.server";
import type { ObjectFacts, Storage } from "./storage";
import { StorageError } from "./storage-error";
import { isThumbnailKey } from "./thumbnail-key";

/** How long the store may take to begin its answer, in milliseconds: a page waits for its pictures. */
const defaultPatience = 10_000;

/**
 * Serves thumbnails, and nothing else, out of any store to anyone; mount it at `thumbnailsPath`.
 * Answers GET and HEAD of `/<user id>/thumbs/<name>.webp` with 200, to be kept for a year: a key is never reused.
 * 404 for any other path, a video's key above all, and for an absent object; 503 when the store fails or is silent
 * for `patience` milliseconds; a store that fails midway cuts the connection.
 */
export function servePublicFiles(settings: {
  storage: Pick<Storage, "open" | "find">;
  patience?: number;
}): RequestHandler {
  const { storage, patience = defaultPatience } = settings;

  return passFailures(async (req, res, next) => {
    if (refuseOtherMethods(req.method, res)) return;
    const key = req.path.slice(1);
    if (!isThumbnailKey(key)) {
      answerPlain(res, 404, "Imagem não encontrada");
      return;
    }
    const enough = new AbortController();
    const timer = setTimeout(() => enough.abort(), patience);
    res.once("close", () => enough.abort());
    try {
      const found = await lookUp(storage, key, req.method, enough.signal);
      clearTimeout(timer);
      if (!found) answerPlain(res, 404, "Imagem não encontrada");
      else await answerImage(res, found);
    } catch (error) {
      clearTimeout(timer);
      if (res.headersSent || res.destroyed) res.destroy();
      else if (enough.signal.aborted || error instanceof StorageError) {
        answerPlain(res, 503, "Imagem indisponível", { "Retry-After": "5" });
      } else next(error);
    }
  });
}

type Found = ObjectFacts & { body?: Readable };

/** Waits for the store, but not past the signal: what comes later is thrown away. */
async function lookUp(
  storage: Pick<Storage, "open" | "find">,
  key: string,
  method: string,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const looking: Promise<Found | undefined> =
    method === "HEAD" ? storage.find(key) : storage.open(key, { signal });
  const givenUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  looking.then((late) => signal.aborted && late?.body?.destroy()).catch(() => {});
  return Promise.race([looking, givenUp]);
}

/** Without a body, as for HEAD, sends the head alone. */
async function answerImage(res: Response, { bytes, body }: Found): Promise<void> {
  res.statusCode = 200;
  res.setHeader("Content-Type", "image/webp");
  res.setHeader("Content-Length", bytes);
  res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  res.setHeader("Content-Disposition", "inline");
  res.setHeader("X-Content-Type-Options", "nosniff");
  if (body) await pipeline(body, res);
  else res.end();
}
