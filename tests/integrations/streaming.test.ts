import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { failureOf } from "../support/failure-of";
import { anOrder, clip, sendWhole, sourceOf, startStreamSetup } from "./streaming-setup";

const MIB = 1024 * 1024;

// What counts here is how a file comes and goes; streaming-playback.test.ts encodes.
const { stream, streaming, now } = await startStreamSetup({ ffmpeg: false });

const stored = (uid: string) => stream.videos().find((video) => video.uid === uid);

/** A body of so many bytes that is no video: what counts is that each arrives. */
const noise = (bytes: number) => randomBytes(bytes);

describe("an upload address", () => {
  it("belongs to its creator, requires signed links, and has the requested limits", async () => {
    const { uid, uploadUrl } = await streaming.beginUpload(anOrder(clip.length));
    expect(stored(uid)).toMatchObject({
      bytes: clip.length,
      requireSignedURLs: true,
      maxDurationSeconds: 14_400,
      creator: anOrder(1).creatorId,
      meta: { name: "Café coado, do grão à xícara" },
      expiry: new Date(now().getTime() + 355 * 60_000).toISOString(),
    });
    expect(streaming.uploadOrigins).toContain(new URL(uploadUrl).origin);
    expect(uploadUrl).not.toContain(uid);
    expect(await streaming.find(uid)).toEqual({ state: "waiting" });
  });

  it("receives a complete file, which then plays, and a second call sends nothing", async () => {
    const { uid, uploadUrl } = await sendWhole(streaming, clip);
    const again = sourceOf(clip);
    expect(await streaming.send(uploadUrl, again)).toBe("complete");
    expect(again.reads).toEqual([]);
    expect(stored(uid)?.received).toBe(clip.length);
    await stream.settled();
    expect(await streaming.find(uid)).toMatchObject({ state: "ready", hasMp4: false });
  });

  it("is kept after an abort, and the next call resumes there", async () => {
    const file = noise(20 * MIB);
    const { uid, uploadUrl } = await streaming.beginUpload(anOrder(file.length));
    const stop = new AbortController();
    const reason = new Error("the process stops");
    const source = sourceOf(file);
    const read: typeof source.read = async (start, end) => {
      if (start > 0) stop.abort(reason);
      return source.read(start, end);
    };
    const sending = streaming.send(uploadUrl, { ...source, read }, { signal: stop.signal });
    expect(await failureOf(sending)).toBe(reason);
    expect(stored(uid)?.received).toBe(8 * MIB);
    const rest = sourceOf(file);
    expect(await streaming.send(uploadUrl, rest)).toBe("complete");
    expect(rest.reads).toEqual([8 * MIB, 16 * MIB]);
  });

  it("throws the source's own failure", async () => {
    const { uploadUrl } = await streaming.beginUpload(anOrder(clip.length));
    const broken = new Error("the store is away");
    const read = () => Promise.reject(broken);
    expect(await failureOf(streaming.send(uploadUrl, { bytes: clip.length, read }))).toBe(broken);
  });
});

describe("an interrupted chunk", () => {
  /** Sends a video of 21 MiB and a bit, which without ffmpeg is played as it came, and compares every byte. */
  async function expectWhole(): Promise<void> {
    const file = Buffer.concat([clip, noise(21 * MIB)]);
    const { uid } = await sendWhole(streaming, file);
    await stream.settled();
    await streaming.askForMp4(uid);
    await stream.settled();
    const grant = { expiresAt: new Date(now().getTime() + 60_000) };
    const { mp4 } = await streaming.signLinks(uid, grant);
    const played = Buffer.from(await (await fetch(mp4)).arrayBuffer());
    expect(played.equals(file)).toBe(true);
  }

  it("leaves the received file equal to the sent one, as without an interruption", expectWhole);

  it.each([
    ["kept none of it", { afterBytes: 6 * MIB, keep: false }],
    ["kept most of it", { afterBytes: 6 * MIB, keep: true }],
    ["kept nearly all of it", { afterBytes: 8 * MIB - 1, keep: true }],
  ])("is resumed at Cloudflare's offset, if it %s", async (_, cut) => {
    stream.cutNext(cut);
    await expectWhole();
  });

  it.each(["serverError", "rateLimited", "cut"] as const)("is resumed after %s", async (fault) => {
    stream.setFault("upload", fault, 2);
    await expectWhole();
  });
});

describe("the status of a streamed video", () => {
  it("goes from waiting through processing to ready, reported once", async () => {
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

  it("has Cloudflare's reason if the file is not a video", async () => {
    const { uid } = await sendWhole(streaming, Buffer.from("%PDF-1.7 not a video at all"));
    await stream.settled();
    const failed = { state: "failed", code: "ERR_NON_VIDEO", reason: "The upload is not a video." };
    expect(await streaming.find(uid)).toEqual(failed);
    const [told] = stream.webhooks().filter((webhook) => webhook.uid === uid);
    expect(streaming.readWebhook(told?.body ?? "", told?.signature ?? null)).toEqual({ uid, state: failed });
  });

  it.each(["downloading", "queued", "inprogress", "paused-by-moderators"])(
    "is processing while Cloudflare reports %s",
    async (state) => {
      const { uid } = await streaming.beginUpload(anOrder(1));
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

describe("the MP4 of a streamed video", () => {
  it("is refused before the video is ready", async () => {
    const { uid } = await streaming.beginUpload(anOrder(1));
    const failure = await failureOf(streaming.askForMp4(uid));
    expect(failure).toMatchObject({ name: "StreamingError", kind: "refused" });
    expect(String(failure)).toContain("not ready");
  });

  it("exists once it is made, requested once or twice", async () => {
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

describe("removing a streamed video", () => {
  it("removes the video and its links, and succeeds when repeated", async () => {
    const { uid } = await sendWhole(streaming, clip);
    await stream.settled();
    await streaming.askForMp4(uid);
    await stream.settled();
    const links = await streaming.signLinks(uid, { expiresAt: new Date(now().getTime() + 60_000) });
    expect((await fetch(links.mp4)).status).toBe(200);
    await streaming.remove(uid);
    await streaming.remove(uid);
    expect(await streaming.find(uid)).toBeUndefined();
    expect((await fetch(links.mp4)).status).toBe(404);
  });

  it("ends its encoding", async () => {
    stream.hold("inprogress");
    const { uid } = await sendWhole(streaming, clip);
    await streaming.remove(uid);
    stream.release();
    await stream.settled();
    expect(stream.webhooks().filter((webhook) => webhook.uid === uid)).toEqual([]);
  });
});
