import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { sendErrors } from "./answers";
import type { StoredVideo, Videos } from "./videos";

/** In bytes: https://developers.cloudflare.com/stream/uploading-videos/direct-creator-uploads/ */
const longestForm = 200_000_000;
/** In bytes: https://developers.cloudflare.com/stream/uploading-videos/resumable-uploads/ */
const shortestChunk = 5_242_880;
const longestChunk = 209_715_200;
const chunkStep = 262_144;

export interface Cut {
  afterBytes: number;
  keep: boolean;
}

interface UploadOptions {
  videos: Videos;
  /** Called once the whole file is there. */
  onWhole(video: StoredVideo): void;
  /** What is to break the next line, taken away by asking. */
  takeCut(): Cut | undefined;
}

/** The one-time addresses: `/upload/<place>` takes one form, `/tus/<place>` chunks. */
export function createUploads({ videos, onWhole, takeCut }: UploadOptions) {
  /** Videos that somebody is sending to at this moment. */
  const busy = new Set<string>();

  async function takeForm(video: StoredVideo, request: IncomingMessage, response: ServerResponse) {
    const draft = videos.fileOf(video, "draft");
    // Node takes it from a request that has ended.
    const { socket } = request;
    try {
      const file = await readFileField(request, draft, takeCut());
      if (file !== "whole") {
        await rm(draft, { force: true });
        return file === "tooLong"
          ? sendErrors(response, 413, 10006, "The file is larger than 200 MB")
          : sendErrors(response, 400, 10005, "The field `file` is missing");
      }
      const { size } = await stat(draft);
      await rename(draft, videos.fileOf(video, "upload"));
      videos.change(video, { received: size });
    } catch (failure) {
      await rm(draft, { force: true });
      if (socket.destroyed) return;
      return sendErrors(response, 400, 10005, `The form cannot be read: ${String(failure)}`);
    }
    response.writeHead(200).end();
    onWhole(video);
  }

  async function takeChunk(video: StoredVideo, request: IncomingMessage, response: ServerResponse) {
    const total = video.bytes ?? 0;
    const length = Number(request.headers["content-length"] ?? Number.NaN);
    const isLast = video.received + length === total;
    const refuse = (status: number, message: string) => {
      request.resume();
      sendErrors(response, status, 10005, message);
    };
    if (request.headers["content-type"] !== "application/offset+octet-stream") {
      return refuse(415, "Content-Type: application/offset+octet-stream");
    }
    if (Number(request.headers["upload-offset"]) !== video.received) return refuse(409, "Upload-Offset");
    if (!Number.isSafeInteger(length) || length < 1) return refuse(400, "Content-Length");
    if (video.received + length > total) return refuse(400, "The chunk goes beyond Upload-Length");
    if (length > longestChunk) return refuse(400, `A chunk has at most ${longestChunk} bytes`);
    if (!isLast && length < shortestChunk) return refuse(400, `A chunk has at least ${shortestChunk} bytes`);
    if (!isLast && length % chunkStep !== 0)
      return refuse(400, `A chunk is a multiple of ${chunkStep} bytes`);

    const cut = takeCut();
    const before = video.received;
    const file = await open(videos.fileOf(video, "upload"), before === 0 ? "w" : "r+");
    let written = 0;
    try {
      await file.truncate(before);
      for await (const part of untilCut(request, cut)) {
        await file.write(part, 0, part.length, before + written);
        written += part.length;
      }
    } catch {
      // A broken line: whole steps of what came are kept, as the tests choose or by nature.
      const kept = cut && !cut.keep ? 0 : Math.floor(written / chunkStep) * chunkStep;
      videos.change(video, { received: before + kept });
      return;
    } finally {
      await file.close();
    }
    videos.change(video, { received: before + written });
    response.writeHead(204, { "Tus-Resumable": "1.0.0", "Upload-Offset": String(video.received) }).end();
    if (video.received === total) onWhole(video);
  }

  /** Once at a time, and only while the address lives. */
  async function alone(video: StoredVideo, response: ServerResponse, work: () => Promise<void>) {
    if (busy.has(video.uid)) return sendErrors(response, 423, 10005, "Somebody is sending to this address");
    busy.add(video.uid);
    try {
      await work();
    } finally {
      busy.delete(video.uid);
    }
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const [, way, place = ""] = url.pathname.split("/");
    const video = videos.findByPlace(place);
    allowEverybody(response);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    if (!video || (way === "tus") !== (video.way === "tus")) {
      return sendErrors(response, 404, 10003, "Not found");
    }
    if (videos.isExpired(video)) return sendErrors(response, 410, 10005, "The upload address has expired");
    if (way === "tus") {
      if (request.headers["tus-resumable"] !== "1.0.0") {
        return sendErrors(response, 412, 10005, "Tus-Resumable: 1.0.0");
      }
      if (request.method === "HEAD") {
        response.writeHead(200, {
          "Tus-Resumable": "1.0.0",
          "Upload-Offset": String(video.received),
          "Upload-Length": String(video.bytes),
          "Cache-Control": "no-store",
        });
        return void response.end();
      }
      if (request.method !== "PATCH") return sendErrors(response, 405, 10005, "HEAD or PATCH");
      return alone(video, response, () => takeChunk(video, request, response));
    }
    if (request.method !== "POST") return sendErrors(response, 405, 10005, "POST");
    if (video.status.state !== "pendingupload") {
      return sendErrors(response, 409, 10005, "The upload address has been used");
    }
    return alone(video, response, () => takeForm(video, request, response));
  };
}

/** Writes the field `file`; the rest of the form is read and dropped. */
async function readFileField(
  request: IncomingMessage,
  path: string,
  cut: Cut | undefined,
): Promise<"whole" | "tooLong" | "none"> {
  const form = busboy({ headers: request.headers, limits: { files: 1, fileSize: longestForm + 1 } });
  let written: Promise<"whole" | "tooLong"> | undefined;
  form.on("file", (name, file) => {
    if (name !== "file" || written) return void file.resume();
    const target = createWriteStream(path);
    written = pipeline(file, target).then(() => (target.bytesWritten > longestForm ? "tooLong" : "whole"));
    written.catch(() => undefined);
  });
  try {
    await pipeline(untilCut(request, cut), form);
  } catch (failure) {
    await Promise.allSettled([written]);
    throw failure;
  }
  return written ? await written : "none";
}

/** Gives what comes, and breaks the line once so many bytes have. */
async function* untilCut(request: IncomingMessage, cut: Cut | undefined): AsyncGenerator<Buffer> {
  const { socket } = request;
  let seen = 0;
  for await (const part of request) {
    const bytes: Buffer = part;
    yield bytes;
    seen += bytes.length;
    if (!cut || seen < cut.afterBytes) continue;
    // The line, not the request: one that has come whole does not end it any more.
    socket.destroy();
    throw new Error("the line was cut on purpose");
  }
}

/** Browsers of any site may send here: the address is the secret. */
function allowEverybody(response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Allow-Methods", "POST, HEAD, PATCH, OPTIONS");
  response.setHeader("Access-Control-Allow-Headers", "*");
  response.setHeader(
    "Access-Control-Expose-Headers",
    "Location, Upload-Offset, Upload-Length, Tus-Resumable, stream-media-id",
  );
  response.setHeader("Access-Control-Max-Age", "86400");
}
