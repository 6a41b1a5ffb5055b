import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Streaming } from "~/integrations/streaming/streaming";
import type { LocalStream } from "../../dev/cloudflare-stream/local-stream";
import {
  anOrder,
  bodyOf,
  clip,
  failureOf,
  type StreamSetup,
  sendWhole,
  startStreamSetup,
} from "./streaming-setup";

const KIB = 1024;
const MIB = 1024 * KIB;

let setup: StreamSetup;
let stream: LocalStream;
let streaming: Streaming;
beforeAll(async () => {
  // What counts here is how a file comes and goes; streaming-playback.test.ts encodes.
  setup = await startStreamSetup({ ffmpeg: false });
  ({ stream, streaming } = setup);
});

const stored = (uid: string) => stream.videos().find((video) => video.uid === uid);

/** A body of so many bytes that is no video: what counts is that each arrives. */
const noise = (bytes: number) => randomBytes(bytes);

describe.each(["form", "tus"] as const)("a place for a %s", (way) => {
  it("belongs to its creator, needs signed links, and has the limits we ask for", async () => {
    const { uid, uploadUrl, way: given } = await streaming.beginUpload(anOrder(clip.length, way));
    expect(given).toBe(way);
    expect(stored(uid)).toMatchObject({
      way,
      requireSignedURLs: true,
      maxDurationSeconds: 14_400,
      creator: anOrder(1, way).creatorId,
      meta: { name: "Café coado, do grão à xícara" },
      expiry: new Date(setup.now().getTime() + 355 * 60_000).toISOString(),
    });
    expect(streaming.uploadOrigins).toContain(new URL(uploadUrl).origin);
    expect(uploadUrl).not.toContain(uid);
    expect(await streaming.find(uid)).toEqual({ state: "waiting" });
  });

  it("takes a file whole, which then plays", async () => {
    const { uid } = await sendWhole(streaming, clip, way);
    expect(stored(uid)?.received).toBe(clip.length);
    await stream.settled();
    expect(await streaming.find(uid)).toMatchObject({ state: "ready", hasMp4: false });
  });

  it("takes no second file", async () => {
    const upload = await sendWhole(streaming, clip, way);
    const again = streaming.send(upload, bodyOf(clip), { bytes: clip.length });
    expect(await failureOf(again)).toMatchObject({ name: "StreamingError" });
  });

  it("takes nothing once it has expired", async () => {
    const late = await startStreamSetup({ ffmpeg: false });
    const upload = await late.streaming.beginUpload(anOrder(clip.length, way));
    late.advance(355 * 60_000);
    const failure = await failureOf(late.streaming.send(upload, bodyOf(clip), { bytes: clip.length }));
    expect(failure).toMatchObject({ name: "StreamingError", kind: "refused" });
    expect(String(failure)).toContain("expired");
    expect(await late.streaming.find(upload.uid)).toEqual({ state: "waiting" });
  });

  it.each([
    ["shorter", clip.subarray(0, clip.length - 1)],
    ["longer", Buffer.concat([clip, Buffer.from("x")])],
  ])("takes no body that is %s than was said", async (_, body) => {
    const upload = await streaming.beginUpload(anOrder(clip.length, way));
    const source = bodyOf(body);
    expect(await failureOf(streaming.send(upload, source, { bytes: clip.length }))).toBeInstanceOf(
      RangeError,
    );
    expect(source.destroyed).toBe(true);
    await streaming.remove(upload.uid);
    expect(stored(upload.uid)).toBeUndefined();
  });

  it("is left alone by whoever aborts", async () => {
    const upload = await streaming.beginUpload(anOrder(20 * MIB, way));
    const stop = new AbortController();
    const reason = new Error("the creator went away");
    const source = bodyOf(noise(20 * MIB));
    source.once("data", () => {});
    let seen = 0;
    source.on("data", (piece: Buffer) => {
      seen += piece.length;
      if (seen > 9 * MIB) stop.abort(reason);
    });
    source.pause();
    const failure = await failureOf(streaming.send(upload, source, { bytes: 20 * MIB, signal: stop.signal }));
    expect(failure).toBe(reason);
    expect(source.destroyed).toBe(true);
    await streaming.remove(upload.uid);
    expect(stored(upload.uid)).toBeUndefined();
  });

  it("passes the body's own failure on, and nothing is left after remove", async () => {
    const upload = await streaming.beginUpload(anOrder(20 * MIB, way));
    const broken = new Error("the line to the creator broke");
    const source = bodyOf(noise(20 * MIB));
    const whole = source[Symbol.asyncIterator].bind(source);
    const failing = (async function* () {
      let seen = 0;
      for await (const piece of whole()) {
        seen += piece.length;
        if (seen > 9 * MIB) throw broken;
        yield piece;
      }
    })();
    const { Readable } = await import("node:stream");
    const failure = await failureOf(streaming.send(upload, Readable.from(failing), { bytes: 20 * MIB }));
    expect(failure).toBe(broken);
    await streaming.remove(upload.uid);
    expect(stored(upload.uid)).toBeUndefined();
    expect(await streaming.find(upload.uid)).toBeUndefined();
  });
});

it("over 200,000,000 bytes a place is for tus, whatever was asked", async () => {
  expect(await streaming.beginUpload(anOrder(200_000_000, "form"))).toMatchObject({ way: "form" });
  expect(await streaming.beginUpload(anOrder(200_000_001, "form"))).toMatchObject({ way: "tus" });
});

describe("a dropped chunk", () => {
  /** Sends a video of 21 MiB and a bit, which without ffmpeg is played as it came, and compares every byte. */
  async function expectWhole(): Promise<void> {
    const file = Buffer.concat([clip, noise(21 * MIB)]);
    const { uid } = await sendWhole(streaming, file, "tus");
    await stream.settled();
    await streaming.askForMp4(uid);
    await stream.settled();
    const grant = { expiresAt: new Date(setup.now().getTime() + 60_000) };
    const { mp4 } = await streaming.signLinks(uid, grant);
    const played = Buffer.from(await (await fetch(mp4)).arrayBuffer());
    expect(played.equals(file)).toBe(true);
  }

  it("or none: what arrives is what was sent", expectWhole);

  it.each([
    ["kept none of it", { afterBytes: 6 * MIB, keep: false }],
    ["kept most of it", { afterBytes: 6 * MIB, keep: true }],
    ["kept nearly all of it", { afterBytes: 8 * MIB - 1, keep: true }],
  ])("is taken up where Cloudflare has it, which %s", async (_, cut) => {
    stream.cutNext(cut);
    await expectWhole();
  });

  it.each(["serverError", "rateLimited", "cut"] as const)("is taken up after %s", async (fault) => {
    stream.setFault("upload", fault, 2);
    await expectWhole();
  });
});

describe("how far a video is", () => {
  it("goes from waiting through processing to ready, told once", async () => {
    stream.hold("inprogress", 40);
    const { uid } = await sendWhole(streaming, clip);
    await expect.poll(() => streaming.find(uid)).toEqual({ state: "processing", percent: 40 });
    stream.release();
    await stream.settled();
    const ready = { state: "ready", seconds: null, hasMp4: false };
    expect(await streaming.find(uid)).toEqual(ready);
    const told = stream.webhooks().filter((webhook) => webhook.uid === uid);
    expect(told).toHaveLength(1);
    expect(streaming.readWebhook(told[0]?.body ?? "", told[0]?.signature ?? null)).toEqual({
      uid,
      state: ready,
    });
  });

  it("says Cloudflare's reason where the file is no video", async () => {
    const { uid } = await sendWhole(streaming, Buffer.from("%PDF-1.7 not a video at all"));
    await stream.settled();
    const failed = { state: "failed", code: "ERR_NON_VIDEO", reason: "The upload is not a video." };
    expect(await streaming.find(uid)).toEqual(failed);
    const [told] = stream.webhooks().filter((webhook) => webhook.uid === uid);
    expect(streaming.readWebhook(told?.body ?? "", told?.signature ?? null)).toEqual({ uid, state: failed });
  });

  it.each(["downloading", "queued", "inprogress", "paused-by-moderators"])(
    "bears the word %s",
    async (state) => {
      const { uid } = await streaming.beginUpload(anOrder(1, "form"));
      stream.setStatus(uid, { state });
      expect(await streaming.find(uid)).toEqual({ state: "processing", percent: null });
      stream.setStatus(uid, { state, pctComplete: "73.500000" });
      expect(await streaming.find(uid)).toEqual({ state: "processing", percent: 73.5 });
    },
  );

  it("is undefined for a uid that Cloudflare does not know", async () => {
    expect(await streaming.find("0".repeat(32))).toBeUndefined();
    expect(await streaming.find("../../user/tokens")).toBeUndefined();
  });
});

describe("the MP4", () => {
  it("is refused before the video is ready", async () => {
    const { uid } = await streaming.beginUpload(anOrder(1, "form"));
    const failure = await failureOf(streaming.askForMp4(uid));
    expect(failure).toMatchObject({ name: "StreamingError", kind: "refused" });
    expect(String(failure)).toContain("not ready");
  });

  it("is there once it is made, asked for once or twice", async () => {
    const { uid } = await sendWhole(streaming, clip);
    await stream.settled();
    stream.hold("mp4");
    await streaming.askForMp4(uid);
    await streaming.askForMp4(uid);
    expect(await streaming.find(uid)).toMatchObject({ state: "ready", hasMp4: false });
    stream.release();
    await stream.settled();
    expect(await streaming.find(uid)).toMatchObject({ state: "ready", hasMp4: true });
  });
});

describe("removing", () => {
  it("takes away the video and its links, and is done when done before", async () => {
    const { uid } = await sendWhole(streaming, clip);
    await stream.settled();
    await streaming.askForMp4(uid);
    await stream.settled();
    const links = await streaming.signLinks(uid, { expiresAt: new Date(setup.now().getTime() + 60_000) });
    expect((await fetch(links.mp4)).status).toBe(200);
    await streaming.remove(uid);
    await streaming.remove(uid);
    expect(await streaming.find(uid)).toBeUndefined();
    expect((await fetch(links.mp4)).status).toBe(404);
  });

  it("ends what was being encoded", async () => {
    stream.hold("inprogress");
    const { uid } = await sendWhole(streaming, clip);
    await streaming.remove(uid);
    stream.release();
    await stream.settled();
    expect(stream.webhooks().filter((webhook) => webhook.uid === uid)).toEqual([]);
  });
});
