import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response } from "express";
import { findKnownTag, forwardRejections } from "~/platform/http";
import { answerPlain, refuseOtherMethods, resolveRange, revocableCaching } from "./file-headers";
import { type ObjectFacts, type ObjectRange, type Storage, StorageError } from "./storage";
import { isPreviewKey, isThumbnailKey, smallerPicture } from "./storage-key";

/** For the store's first byte: a page waits for its pictures. */
const defaultPatience = 4_000;

interface PublicFiles {
  storage: Pick<Storage, "open" | "find">;
  patience?: number;
}

/**
 * Serves thumbnails and portraits to anyone at `thumbnailsPath`: GET and HEAD of `/<user id>/thumbs/<name>.webp` and
 * `/<user id>/portraits/<name>.webp`. With `Save-Data: on` a large thumbnail is answered with its small size. 404 for any
 * other path, above all a video's key; 503 when the store fails or is silent for `patience` milliseconds.
 */
export function servePublicFiles(settings: PublicFiles): RequestHandler {
  const texts = { missing: "Imagem não encontrada", unavailable: "Imagem indisponível" };
  return servePublic(settings, isThumbnailKey, texts, async (req, res, { storage, key, signal, done }) => {
    // Caches keep both sizes under one address.
    res.vary("Save-Data");
    const smaller = req.headers["save-data"] === "on" ? smallerPicture(key) : undefined;
    const small = smaller && (await lookUp(storage, smaller, req.method, signal));
    const picture = small || (await lookUp(storage, key, req.method, signal));
    done();
    if (!picture) answerPlain(res, 404, texts.missing);
    else await answerImage(req, res, { ...picture, key: small && smaller ? smaller : key });
  });
}

/** Serves previews to anyone at /previews by RFC 9110. Several ranges are answered with the whole. Errors as above. */
export function servePreviews(settings: PublicFiles): RequestHandler {
  const texts = { missing: "Prévia não encontrada", unavailable: "Prévia indisponível" };
  return servePublic(settings, isPreviewKey, texts, answerPreview);
}

interface PublicLookup {
  storage: Pick<Storage, "open" | "find">;
  key: string;
  signal: AbortSignal;
  /** Call once the store has answered: stops the time limit. */
  done(): void;
}

/** Which keys are public, the time limit, and the responses to failures. */
function servePublic(
  { storage, patience = defaultPatience }: PublicFiles,
  isPublic: (key: string) => boolean,
  texts: { missing: string; unavailable: string },
  answer: (req: Request, res: Response, lookup: PublicLookup) => Promise<void>,
): RequestHandler {
  return forwardRejections(async (req, res, next) => {
    if (refuseOtherMethods(req.method, res)) return;
    const key = req.path.slice(1);
    if (!isPublic(key)) {
      answerPlain(res, 404, texts.missing);
      return;
    }
    const enough = new AbortController();
    const timer = setTimeout(() => enough.abort(), patience);
    res.once("close", () => enough.abort());
    try {
      await answer(req, res, { storage, key, signal: enough.signal, done: () => clearTimeout(timer) });
    } catch (error) {
      if (res.headersSent || res.destroyed) res.destroy();
      else if (enough.signal.aborted || error instanceof StorageError) {
        answerPlain(res, 503, texts.unavailable, { "Retry-After": "5" });
      } else next(error);
    } finally {
      clearTimeout(timer);
    }
  });
}

async function answerPreview(req: Request, res: Response, { storage, key, signal, done }: PublicLookup) {
  const facts = await lookUp(storage, key, "HEAD", signal);
  if (!facts) {
    answerPlain(res, 404, "Prévia não encontrada");
    return;
  }
  const etag = `"${key.slice(-36, -4)}"`;
  res.setHeader("ETag", etag);
  res.setHeader("Accept-Ranges", "bytes");
  res.setHeader("Cache-Control", revocableCaching);
  if (findKnownTag(req.headers["if-none-match"], [etag])) {
    res.statusCode = 304;
    res.end();
    return;
  }
  const range = readRange(req, etag, facts.bytes);
  if (range === "unmet") {
    answerPlain(res, 416, "Intervalo fora do arquivo", { "Content-Range": `bytes */${facts.bytes}` });
    return;
  }
  const preview =
    req.method === "HEAD"
      ? facts
      : range
        ? await storage.open(key, { range, signal })
        : await lookUp(storage, key, "GET", signal);
  done();
  if (!preview) {
    answerPlain(res, 404, "Prévia não encontrada");
    return;
  }
  res.statusCode = range ? 206 : 200;
  if (range) res.setHeader("Content-Range", `bytes ${range.start}-${range.end}/${facts.bytes}`);
  res.setHeader("Content-Type", "video/mp4");
  res.setHeader("Content-Length", preview.bytes);
  res.setHeader("Content-Disposition", "inline");
  res.setHeader("X-Content-Type-Options", "nosniff");
  const body = "body" in preview ? preview.body : undefined;
  if (body) await pipeline(body, res);
  else res.end();
}

/** "unmet": outside the file. Undefined: the whole file. */
function readRange(req: Request, etag: string, bytes: number): ObjectRange | "unmet" | undefined {
  const condition = req.headers["if-range"];
  if (req.method !== "GET" || (condition !== undefined && condition !== etag)) return undefined;
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(resolveRange(req.headers.range, bytes) ?? "") ?? [];
  if (start === undefined) return undefined;
  return end ? { start: Number(start), end: Number(end) } : "unmet";
}

type StoredFile = ObjectFacts & { body?: Readable };

/** Until the signal aborts: a later result is discarded. */
async function lookUp(
  storage: Pick<Storage, "open" | "find">,
  key: string,
  method: string,
  signal: AbortSignal,
): Promise<StoredFile | undefined> {
  const looking: Promise<StoredFile | undefined> =
    method === "HEAD" ? storage.find(key) : storage.open(key, { signal });
  const givenUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  looking.then((late) => signal.aborted && late?.body?.destroy()).catch(() => {});
  return Promise.race([looking, givenUp]);
}

/** Without a body, as for HEAD, sends only the headers. */
async function answerImage(
  req: Request,
  res: Response,
  { key, bytes, body }: StoredFile & { key: string },
): Promise<void> {
  // A key is never reused for another content.
  const etag = `"${createHash("sha256").update(key).digest("hex").slice(0, 32)}"`;
  res.setHeader("ETag", etag);
  res.setHeader("Cache-Control", revocableCaching);
  if (findKnownTag(req.headers["if-none-match"], [etag])) {
    body?.destroy();
    res.statusCode = 304;
    res.end();
    return;
  }
  res.statusCode = 200;
  res.setHeader("Content-Type", "image/webp");
  res.setHeader("Content-Length", bytes);
  res.setHeader("Content-Disposition", "inline");
  res.setHeader("X-Content-Type-Options", "nosniff");
  if (body) await pipeline(body, res);
  else res.end();
}
