import { beforeAll, describe, expect, it } from "vitest";
import type { StreamUpload } from "~/integrations/streaming/streaming";
import { anOrder, type StreamSetup, startStreamSetup } from "./streaming-setup";

/** The rules that Cloudflare documents, so that a client which breaks them fails here and not there. */
let setup: StreamSetup;
beforeAll(async () => {
  setup = await startStreamSetup({ ffmpeg: false });
});

const step = 262_144;
const shortest = 5_242_880;
const total = 16 * 1024 * 1024;

const begin = (bytes = total) => setup.streaming.beginUpload(anOrder(bytes));

function patch(upload: StreamUpload, length: number, offset = 0, headers: Record<string, string> = {}) {
  return fetch(upload.uploadUrl, {
    method: "PATCH",
    body: Buffer.alloc(length),
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
      ...headers,
    },
  });
}

describe("a chunk sent to the local streaming service", () => {
  it.each([
    ["of the least size", shortest, 204],
    ["of a step more", shortest + step, 204],
    ["of the whole file", total, 204],
    ["a byte under the least size", shortest - 1, 400],
    ["a step under the least size", shortest - step, 400],
    ["between two steps", shortest + 1, 400],
    ["beyond the file's end", total + 1, 400],
    ["of nothing", 0, 400],
  ])("%s with %d bytes is answered with %d", async (_, length, status) => {
    const upload = await begin();
    expect((await patch(upload, length)).status).toBe(status);
  });

  it("that is the last may have any size", async () => {
    const upload = await begin(shortest + 3);
    expect((await patch(upload, shortest)).status).toBe(204);
    const last = await patch(upload, 3, shortest);
    expect([last.status, last.headers.get("upload-offset")]).toEqual([204, String(shortest + 3)]);
  });

  it("at another offset is a conflict, and HEAD returns the offset", async () => {
    const upload = await begin();
    await patch(upload, shortest);
    expect((await patch(upload, shortest, 0)).status).toBe(409);
    expect((await patch(upload, shortest, shortest + step)).status).toBe(409);
    const head = await fetch(upload.uploadUrl, { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" } });
    expect(head.headers.get("upload-offset")).toBe(String(shortest));
    expect(head.headers.get("upload-length")).toBe(String(total));
    expect(head.headers.get("cache-control")).toBe("no-store");
  });

  it("needs tus's own headers", async () => {
    const upload = await begin();
    expect((await patch(upload, shortest, 0, { "Tus-Resumable": "0.2.2" })).status).toBe(412);
    expect((await patch(upload, shortest, 0, { "Content-Type": "video/mp4" })).status).toBe(415);
  });
});

describe("an upload to the local streaming service", () => {
  const order = (headers: Record<string, string>) =>
    fetch(
      `${setup.stream.env.CLOUDFLARE_API_URL}/accounts/${setup.stream.env.CLOUDFLARE_ACCOUNT_ID}/stream?direct_user=true`,
      {
        method: "POST",
        headers: { Authorization: `Bearer ${setup.stream.env.CLOUDFLARE_API_TOKEN}`, ...headers },
      },
    );
  const right = {
    "Tus-Resumable": "1.0.0",
    "Upload-Length": "100",
    "Upload-Metadata": "maxDurationSeconds NjAw,requiresignedurls",
  };

  it.each([
    ["in the documentation's spelling", {}, 201],
    ["without a length", { "Upload-Length": "" }, 400],
    ["with an equal sign for the space", { "Upload-Metadata": "maxDurationSeconds=NjAw" }, 400],
    ["without a longest duration", { "Upload-Metadata": "requiresignedurls" }, 400],
    [
      "with a space after the comma",
      { "Upload-Metadata": "maxDurationSeconds NjAw, requiresignedurls" },
      400,
    ],
    ["without the protocol's version", { "Tus-Resumable": "" }, 412],
  ])("%s is accepted or refused", async (_, changes, status) => {
    const answer = await order({ ...right, ...changes });
    expect(answer.status).toBe(status);
    const uid = answer.headers.get("stream-media-id");
    const made = setup.stream.videos().find((video) => video.uid === uid);
    if (status === 201) expect(made).toMatchObject({ requireSignedURLs: true, maxDurationSeconds: 600 });
  });
});

it("a browser of another site may send an upload by tus and read the response", async () => {
  const { uploadUrl } = await begin();
  const asked = await fetch(uploadUrl, {
    method: "OPTIONS",
    headers: { Origin: "http://localhost:3000", "Access-Control-Request-Method": "PATCH" },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-methods")).toContain("PATCH");
  const exposed = (await patch({ uid: "", uploadUrl }, shortest)).headers;
  expect(exposed.get("access-control-allow-origin")).toBe("*");
  expect(exposed.get("access-control-expose-headers")).toContain("Upload-Offset");
});
