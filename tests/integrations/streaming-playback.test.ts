import { beforeAll, describe, expect, it } from "vitest";
import type { StreamLinks } from "~/integrations/streaming/streaming";
import { adapterFor, clip, type StreamSetup, sendWhole, startStreamSetup } from "./streaming-setup";

const hour = 60 * 60 * 1000;

let setup: StreamSetup;
let uid: string;
let other: string;
let links: StreamLinks;

const grantUntil = (milliseconds: number) => ({ expiresAt: new Date(setup.now().getTime() + milliseconds) });
const tokenOf = (link: string) => new URL(link).pathname.split("/")[1] ?? "";

/** What both kinds of address answer for something in the token's place. */
async function statusesFor(token: string): Promise<number[]> {
  const { url } = setup.stream;
  const asked = [`${url}/${token}/manifest/video.m3u8`, `${url}/${token}/downloads/default.mp4`];
  return Promise.all(asked.map(async (address) => (await fetch(address)).status));
}

beforeAll(async () => {
  setup = await startStreamSetup();
  ({ uid } = await sendWhole(setup.streaming, clip));
  ({ uid: other } = await sendWhole(setup.streaming, clip));
  await setup.stream.settled();
  for (const video of [uid, other]) await setup.streaming.askForMp4(video);
  await setup.stream.settled();
  links = await setup.streaming.signLinks(uid, grantUntil(hour));
});

describe("a signed link", () => {
  it("leads to the customer's origin, and contains no secret but the token", () => {
    for (const link of Object.values(links)) {
      expect(new URL(link).origin).toBe(setup.streaming.playbackOrigin);
      expect(link).not.toContain(uid);
    }
    const { CLOUDFLARE_API_URL: _, CLOUDFLARE_STREAM_URL: __, ...real } = setup.stream.env;
    const adapter = adapterFor(real, setup.now);
    expect(adapter.playbackOrigin).toBe(
      `https://customer-${real.CLOUDFLARE_STREAM_CUSTOMER}.cloudflarestream.com`,
    );
    expect(adapter.uploadOrigins).toEqual([
      "https://upload.videodelivery.net",
      "https://upload.cloudflarestream.com",
    ]);
  });

  it("has the claims that Cloudflare reads, and no others", () => {
    const read = (link: string) =>
      tokenOf(link)
        .split(".")
        .slice(0, 2)
        .map((part) => JSON.parse(Buffer.from(part, "base64url").toString("utf8")));
    const now = setup.now().getTime() / 1000;
    const kid = setup.stream.env.CLOUDFLARE_STREAM_KEY_ID;
    const claims = { sub: uid, kid, exp: now + 3600, nbf: now - 60 };
    expect(read(links.hls)).toEqual([
      { alg: "RS256", kid },
      { ...claims, downloadable: false },
    ]);
    expect(read(links.mp4)).toEqual([
      { alg: "RS256", kid },
      { ...claims, downloadable: true },
    ]);
  });

  it("cannot be valid for longer than a day", async () => {
    await setup.streaming.signLinks(uid, grantUntil(24 * hour));
    await expect(setup.streaming.signLinks(uid, grantUntil(24 * hour + 1000))).rejects.toThrow(RangeError);
  });

  it("downloads the sound alone, once the service has made it, and the MP4 in the size that it reports", async () => {
    const unknown = { mp4: null, sound: null };
    const mp4 = (await (await fetch(links.mp4)).arrayBuffer()).byteLength;
    expect(await setup.streaming.prepareDownloads(uid, unknown)).toEqual({ mp4, sound: null });
    expect((await fetch(links.sound)).status).toBe(404);
    await setup.stream.settled();
    const file = await fetch(links.sound);
    const sound = (await file.arrayBuffer()).byteLength;
    expect(file.headers.get("content-type")).toBe("audio/mp4");
    expect(await setup.streaming.prepareDownloads(uid, unknown)).toEqual({ mp4, sound });
    if (setup.stream.encodes) expect(sound).toBeLessThan(mp4);
    expect((await fetch(links.sound.replace(tokenOf(links.sound), tokenOf(links.hls)))).status).toBe(403);
  });

  it("of HLS does not open the MP4", async () => {
    expect((await statusesFor(tokenOf(links.hls)))[1]).toBe(403);
  });

  it("is required: a uid alone opens nothing", async () => {
    expect(await statusesFor(uid)).toEqual([401, 401]);
  });
});
