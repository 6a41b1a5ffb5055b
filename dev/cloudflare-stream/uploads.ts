import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendErrors } from "./answers";
import type { StoredVideo, Videos } from "./videos";

/** https://developers.cloudflare.com/stream/uploading-videos/resumable-uploads/ */
const shortestChunk = 5_242_880;
const longestChunk = 209_715_200;
const chunkStep = 262_144;

export interface Cut {
  afterBytes: number;
  keep: boolean;
}

interface UploadOptions {
  videos: Videos;
  onWhole(video: StoredVideo): void;
  takeCut(): Cut | undefined;
}

/** One-time addresses: `/tus/<place>` accepts one file in chunks. */
export function createUploads({ videos, onWhole, takeCut }: UploadOptions) {
  const busy = new Set<string>();

  async function takeChunk(video: StoredVideo, request: IncomingMessage, response: ServerResponse) {
    const total = video.bytes;
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
      // A broken connection: complete steps of the received bytes are kept, unless a test disables it.
      const keptBytes = cut && !cut.keep ? 0 : Math.floor(written / chunkStep) * chunkStep;
      videos.change(video, { received: before + keptBytes });
      return;
    } finally {
      await file.close();
    }
    videos.change(video, { received: before + written });
    response.writeHead(204, { "Tus-Resumable": "1.0.0", "Upload-Offset": String(video.received) }).end();
    if (video.received === total) onWhole(video);
  }

  async function alone(video: StoredVideo, response: ServerResponse, work: () => Promise<void>) {
    if (busy.has(video.uid))
      return sendErrors(response, 423, 10005, "Another request is sending to this address");
    busy.add(video.uid);
    try {
      await work();
    } finally {
      busy.delete(video.uid);
    }
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const [, , place = ""] = url.pathname.split("/");
    const video = videos.findByPlace(place);
    allowAnyOrigin(response);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    if (!video) return sendErrors(response, 404, 10003, "Not found");
    if (videos.isExpired(video)) return sendErrors(response, 410, 10005, "The upload address has expired");
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
  };
}

async function* untilCut(request: IncomingMessage, cut: Cut | undefined): AsyncGenerator<Buffer> {
  const { socket } = request;
  let seen = 0;
  for await (const part of request) {
    const bytes: Buffer = part;
    yield bytes;
    seen += bytes.length;
    if (!cut || seen < cut.afterBytes) continue;
    // Destroying a request that has been received whole would not close its connection.
    socket.destroy();
    throw new Error("the connection was cut on purpose");
  }
}

/** Pages of any origin may send here: the address is the secret. */
function allowAnyOrigin(response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Allow-Methods", "HEAD, PATCH, OPTIONS");
  response.setHeader("Access-Control-Allow-Headers", "*");
  response.setHeader(
    "Access-Control-Expose-Headers",
    "Location, Upload-Offset, Upload-Length, Tus-Resumable, stream-media-id",
  );
  response.setHeader("Access-Control-Max-Age", "86400");
}
