import { createHash } from "node:crypto";
import { request as httpRequest } from "node:http";
import { videoSampleBytes } from "~/features/base/files/accepted-files";
import { Browser, type Reply } from "../../../support/browser";
import { makeBoundary, multipartBody, type Part } from "../../../support/multipart";
import { makeImage } from "../../../support/people";
import { appUrl } from "../../../support/test-services";

/** Someone's browser, and the server it speaks to. */
export interface Sender {
  port: number;
  cookie: string;
  /** The server's address as it knows it. */
  origin?: string;
  secure?: boolean;
}

const image = await makeImage();

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** What the page sends of a chosen file, filled in well but for the changes; undefined leaves a part out. */
export function beginParts(
  file: Uint8Array,
  changes: Record<string, string | Uint8Array | undefined> = {},
): Part[] {
  return toParts({
    videoName: "aula.mp4",
    videoBytes: String(file.length),
    videoMark: sha256(file),
    videoHead: file.subarray(0, videoSampleBytes),
    ...changes,
  });
}

/** The form of a video, filled in well but for the changes. */
export function videoParts(changes: Record<string, string | Uint8Array | undefined> = {}): Part[] {
  return toParts({
    intent: "publish",
    title: "Pão de queijo",
    description: "Em casa.",
    price: "49,90",
    thumbnail: image,
    ...changes,
  });
}

function toParts(fields: Record<string, string | Uint8Array | undefined>): Part[] {
  return Object.entries(fields).flatMap(([name, content]): Part[] => {
    if (content === undefined) return [];
    return [typeof content === "string" ? { name, content } : { name, content, fileName: "capa.png" }];
  });
}

export const begin = (sender: Sender, parts: Part[]) => postParts(sender, "/creator/uploads", parts);

/** Presses "Publicar". */
export const release = (sender: Sender, videoId: string, parts: Part[] = videoParts()) =>
  postParts(sender, `/creator/videos/${videoId}/edit`, parts);

async function postParts(sender: Sender, path: string, parts: Part[]): Promise<Reply> {
  const boundary = makeBoundary();
  return new Browser(sender).ask({
    method: "POST",
    path,
    body: multipartBody(parts, boundary),
    headers: {
      Origin: sender.origin ?? appUrl,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
    },
  });
}

/** An unpublished video that must begin well; gives its id. */
export async function mustHold(
  sender: Sender,
  file: Uint8Array,
  changes: Record<string, string> = {},
): Promise<string> {
  const reply = await begin(sender, beginParts(file, changes));
  if (reply.status !== 201) throw new Error(`begun with ${reply.status}: ${reply.body.slice(0, 300)}`);
  return (JSON.parse(reply.body) as { videoId: string }).videoId;
}

/** A video whose creator has pressed "Publicar" before its file is sent; gives its id. */
export async function mustBegin(sender: Sender, file: Uint8Array): Promise<string> {
  const id = await mustHold(sender, file);
  const reply = await release(sender, id);
  if (reply.status !== 303) throw new Error(`released with ${reply.status}: ${reply.body.slice(0, 300)}`);
  return id;
}

interface Asked {
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/** One tus request, as tus-js-client sends it. */
export function tus(
  sender: Sender,
  method: "HEAD" | "PATCH" | "DELETE",
  uploadId: string,
  { headers, body }: Asked = {},
): Promise<Reply> {
  return new Browser(sender).ask({
    method,
    path: `/creator/uploads/${uploadId}`,
    body,
    headers: { ...tusHeaders(sender), ...headers },
  });
}

function tusHeaders(sender: Sender): Record<string, string> {
  return {
    Origin: sender.origin ?? appUrl,
    "Sec-Fetch-Site": "same-origin",
    "Tus-Resumable": "1.0.0",
  };
}

export function patchHeaders(offset: number): Record<string, string> {
  return { "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" };
}

export function patch(
  sender: Sender,
  uploadId: string,
  offset: number,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return tus(sender, "PATCH", uploadId, { body, headers: { ...patchHeaders(offset), ...headers } });
}

/** How far an upload is; undefined for none. */
export async function offsetOf(sender: Sender, uploadId: string): Promise<number | undefined> {
  const reply = await tus(sender, "HEAD", uploadId);
  return reply.status === 200 ? Number(reply.headers["upload-offset"]) : undefined;
}

/** Asks to publish, as the screen does once all is sent. */
export function publish(sender: Sender, uploadId: string): Promise<Reply> {
  return new Browser({ ...sender, origin: sender.origin ?? appUrl }).post(`/creator/uploads/${uploadId}`, {
    intent: "publish",
  });
}

/** Sends a part of a PATCH's body and cuts the line: at once, or when `until` says so. */
export function cutPatch(
  sender: Sender,
  uploadId: string,
  offset: number,
  body: Uint8Array,
  cut: { after: number; until?: () => Promise<void> },
): Promise<void> {
  return new Promise((resolve) => {
    const request = httpRequest({
      host: "127.0.0.1",
      port: sender.port,
      agent: false,
      method: "PATCH",
      path: `/creator/uploads/${uploadId}`,
      headers: {
        Host: new URL(sender.origin ?? appUrl).host,
        Cookie: sender.cookie,
        "Content-Length": body.length,
        ...tusHeaders(sender),
        ...patchHeaders(offset),
      },
    });
    request.on("error", () => {});
    const closed = new Promise<void>((close) => request.on("close", close));
    request.write(body.subarray(0, cut.after), async () => {
      await cut.until?.();
      request.destroy();
      await closed;
      resolve();
    });
  });
}
