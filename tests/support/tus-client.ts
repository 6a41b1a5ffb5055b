/** Sends resumable uploads as the upload page does (tus 1.0.0, chunks of 10 MiB), with generated video bytes. */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { videoSampleBytes } from "~/features/base/files/accepted-files";
import { uploadChunkBytes } from "../../app/features/studio/uploads/upload-limits";
import { type UploadTarget, videoHead } from "./form-upload";

const filling = Buffer.alloc(uploadChunkBytes, 0x5a);
const firstChunk = Buffer.concat([videoHead, filling]).subarray(0, uploadChunkBytes);
const agent = new Agent({ keepAlive: true });
const tus = { "Tus-Resumable": "1.0.0" };

/** Begins a video in the app, to be published with its last byte. Returns the URL to send to. */
export async function beginInApp(
  target: UploadTarget,
  thumbnail: Buffer,
  videoBytes: number,
): Promise<string> {
  const headers = { Origin: target.url, Cookie: target.cookie ?? "" };
  const form = new FormData();
  form.set("videoName", "aula.mp4");
  form.set("videoBytes", String(videoBytes));
  form.set("videoMark", randomUUID());
  form.set("videoHead", new Blob([new Uint8Array(firstChunk.subarray(0, videoSampleBytes))]), "head");
  const answer = await fetch(`${target.url}/creator/uploads`, { method: "POST", body: form, headers });
  const begun = (await answer.json()) as { videoId?: string };
  if (!begun.videoId) throw new Error(`the upload was begun with ${answer.status}`);
  const fields = { intent: "publish", title: "Aula", description: "Em casa.", price: "49,90" };
  const page = new FormData();
  for (const [name, value] of Object.entries(fields)) page.set(name, value);
  page.set("thumbnail", new Blob([new Uint8Array(thumbnail)], { type: "image/jpeg" }), "capa.jpg");
  const path = `${target.url}/creator/videos/${begun.videoId}/edit`;
  const released = await fetch(path, { method: "POST", body: page, headers, redirect: "manual" });
  if (released.status !== 303) throw new Error(`the video was released with ${released.status}`);
  return `${target.url}/creator/uploads/${begun.videoId}`;
}

/** Sends all chunks in order. Returns the seconds from the first byte to the last response. */
export async function sendAll(
  address: string,
  videoBytes: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const start = performance.now();
  for (let offset = 0; offset < videoBytes; offset += uploadChunkBytes) {
    const chunk = (offset === 0 ? firstChunk : filling).subarray(
      0,
      Math.min(uploadChunkBytes, videoBytes - offset),
    );
    await patch(address, offset, chunk, headers);
  }
  return (performance.now() - start) / 1000;
}

function patch(
  address: string,
  offset: number,
  chunk: Buffer,
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      address,
      {
        method: "PATCH",
        agent,
        headers: {
          ...tus,
          "Upload-Offset": offset,
          "Content-Type": "application/offset+octet-stream",
          "Content-Length": chunk.length,
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () => {
          if (answer.statusCode === 204) resolve();
          else reject(new Error(`a chunk was answered ${answer.statusCode}`));
        });
      },
    );
    outgoing.once("error", reject);
    outgoing.end(chunk);
  });
}
