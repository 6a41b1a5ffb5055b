import { generateKeyPairSync } from "node:crypto";
import { type JWK, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import type { StreamLinks } from "~/integrations/streaming/streaming";
import { findFfmpeg } from "../../dev/cloudflare-stream/ffmpeg";
import { adapterFor, clip, type StreamSetup, sendWhole, startStreamSetup } from "./streaming-setup";

const clipSeconds = 12;
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

  it("plays the MP4, in parts too, from any site's page", async () => {
    const whole = await fetch(links.mp4);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    expect(whole.headers.get("access-control-allow-origin")).toBe("*");
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.subarray(4, 8).toString()).toBe("ftyp");
    const part = await fetch(links.mp4, { headers: { Range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
    const beyond = await fetch(links.mp4, { headers: { Range: `bytes=${bytes.length}-` } });
    expect(beyond.status).toBe(416);
    const head = await fetch(links.mp4, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  });

  it("plays HLS: playlist, rendition and segments; or reports why not", async () => {
    const list = await fetch(links.hls);
    if (!setup.stream.encodes) return expect(list.status).toBe(501);
    expect(list.status).toBe(200);
    expect(list.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
    const rendition = new URL(/^[^#\s].*$/m.exec(await list.text())?.[0] ?? "", links.hls);
    const text = await (await fetch(rendition)).text();
    expect(text).toContain("#EXT-X-ENDLIST");
    const piece = await fetch(new URL(/^[^#\s].*$/m.exec(text)?.[0] ?? "", rendition));
    expect(piece.headers.get("content-type")).toBe("video/mp2t");
    // Every packet of a transport stream is 188 bytes that begin with 0x47.
    const bytes = Buffer.from(await piece.arrayBuffer());
    expect([bytes.length % 188, bytes[0], bytes[188]]).toEqual([0, 0x47, 0x47]);
  });

  it("of HLS does not open the MP4", async () => {
    expect((await statusesFor(tokenOf(links.hls)))[1]).toBe(403);
  });

  it("is invalid after a change of any byte", async () => {
    const token = tokenOf(links.mp4);
    const alive: number[] = [];
    for (let at = 0; at < token.length; at++) {
      const flipped = token[at] === "A" ? "B" : "A";
      const changed = `${token.slice(0, at)}${flipped}${token.slice(at + 1)}`;
      const answer = await fetch(`${setup.stream.url}/${changed}/downloads/default.mp4`, { method: "HEAD" });
      // The last character of base64url may carry bits that count for nothing.
      const isSame = Buffer.from(changed.split(".")[2] ?? "", "base64url").equals(
        Buffer.from(token.split(".")[2] ?? "", "base64url"),
      );
      if (answer.status !== 401 && !isSame) alive.push(at);
    }
    expect(alive).toEqual([]);
  });

  it("is valid for no other video, because the uid is signed", async () => {
    const [head, body, signature] = tokenOf(links.mp4).split(".");
    const claims = JSON.parse(Buffer.from(body ?? "", "base64url").toString("utf8"));
    const moved = Buffer.from(JSON.stringify({ ...claims, sub: other })).toString("base64url");
    expect(await statusesFor(`${head}.${moved}.${signature}`)).toEqual([401, 401]);
    for (const way of [`../${other}`, `%2e%2e%2f${other}%2fdefault.mp4`]) {
      expect((await fetch(`${setup.stream.url}/${tokenOf(links.mp4)}/downloads/${way}`)).status).not.toBe(
        200,
      );
    }
  });

  it("is required: a uid alone opens nothing", async () => {
    expect(await statusesFor(uid)).toEqual([401, 401]);
  });
});

describe("the expiry of a signed link", () => {
  it.each([
    [-1, 401],
    [0, 401],
    [1, 200],
  ])("in %d s answers %d", async (seconds, status) => {
    const { mp4 } = await setup.streaming.signLinks(uid, grantUntil(seconds * 1000));
    expect((await fetch(mp4)).status).toBe(status);
  });

  it("is an hour ahead, to the second", async () => {
    const own = await startStreamSetup();
    const { uid: video } = await sendWhole(own.streaming, clip);
    await own.stream.settled();
    await own.streaming.askForMp4(video);
    await own.stream.settled();
    const { mp4 } = await own.streaming.signLinks(video, { expiresAt: new Date(own.now().getTime() + hour) });
    own.advance(hour - 1000);
    expect((await fetch(mp4)).status).toBe(200);
    own.advance(1000);
    expect((await fetch(mp4)).status).toBe(401);
  });
});

describe("a token", () => {
  const ownKey = () =>
    JSON.parse(Buffer.from(setup.stream.env.CLOUDFLARE_STREAM_KEY_JWK ?? "", "base64").toString());
  const strangerKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const claims = (more: object = {}) => {
    const now = setup.now().getTime() / 1000;
    const kid = setup.stream.env.CLOUDFLARE_STREAM_KEY_ID;
    return { sub: uid, kid, exp: now + 3600, nbf: now - 60, downloadable: true, ...more };
  };
  const sign = (payload: Record<string, unknown>, key: JWK | typeof strangerKey, kid?: string) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: "RS256", kid: kid ?? setup.stream.env.CLOUDFLARE_STREAM_KEY_ID ?? "" })
      .sign(key);

  it.each<[string, () => Promise<string>, number]>([
    ["rightly made", () => sign(claims(), ownKey()), 200],
    ["of another key", () => sign(claims(), strangerKey), 401],
    ["naming another key", () => sign(claims(), ownKey(), "another"), 401],
    ["naming another key inside", () => sign(claims({ kid: "another" }), ownKey()), 401],
    ["not yet valid", () => sign(claims({ nbf: setup.now().getTime() / 1000 + 1 }), ownKey()), 401],
    ["without an end", () => sign(claims({ exp: undefined }), ownKey()), 401],
    ["for more than a day", () => sign(claims({ exp: claims().exp + 24 * 3600 }), ownKey()), 401],
    ["for no video", () => sign(claims({ sub: "0".repeat(32) }), ownKey()), 404],
    [
      "without a signature",
      async () =>
        `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims())).toString("base64url")}.`,
      401,
    ],
  ])("%s is accepted or refused", async (_, make, status) => {
    expect((await statusesFor(await make()))[1]).toBe(status);
  });
});

describe.skipIf(!findFfmpeg())("the local service with ffmpeg", () => {
  it("knows and reports a video's length", async () => {
    const state = await setup.streaming.find(uid);
    expect(state).toEqual({ state: "ready", seconds: expect.closeTo(clipSeconds, 0), hasMp4: true });
  });

  it("reports a file that only looks like a video as an error with its reason", async () => {
    const { uid: broken } = await sendWhole(setup.streaming, clip.subarray(0, 200));
    await setup.stream.settled();
    expect(await setup.streaming.find(broken)).toMatchObject({
      state: "failed",
      code: "ERR_MALFORMED_VIDEO",
    });
    const links = await setup.streaming.signLinks(broken, grantUntil(hour));
    expect((await fetch(links.hls)).status).toBe(404);
  });
});

describe("the local service without ffmpeg", () => {
  it("plays the uploaded file as MP4, and its manifest names what is missing", async () => {
    const plain = await startStreamSetup({ ffmpeg: false });
    const { uid: video } = await sendWhole(plain.streaming, clip);
    await plain.stream.settled();
    await plain.streaming.askForMp4(video);
    await plain.stream.settled();
    expect(await plain.streaming.find(video)).toEqual({ state: "ready", seconds: null, hasMp4: true });
    const { hls, mp4 } = await plain.streaming.signLinks(video, {
      expiresAt: new Date(plain.now().getTime() + hour),
    });
    expect(Buffer.from(await (await fetch(mp4)).arrayBuffer()).equals(clip)).toBe(true);
    const manifest = await fetch(hls);
    expect([manifest.status, await manifest.text()]).toEqual([501, expect.stringContaining("ffmpeg")]);
  });
});
