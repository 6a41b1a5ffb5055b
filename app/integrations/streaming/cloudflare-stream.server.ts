import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { importJWK, SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { limitedSignal } from "~/integrations/request-deadline";
import { isStorable } from "~/integrations/storable-text";
import {
  type CloudflareClient,
  createCloudflareClient,
  isSuccess,
  readResult,
  toRefusal,
  toUnreachable,
} from "./cloudflare-client.server";
import { makePlace, sendByTus } from "./cloudflare-upload.server";
import { readCloudflareWebhook, toStreamState, videoDetails } from "./cloudflare-webhook.server";
import type { SigningKey } from "./signing-key";
import type { Streaming, StreamLinks } from "./streaming";

interface CloudflareStreamOptions {
  accountId: string;
  apiToken: string;
  keyId: string;
  key: SigningKey;
  /** The code in `customer-<code>.cloudflarestream.com`. */
  customer: string;
  webhookSecret: string;
  /** With its path; default: Cloudflare. */
  apiUrl?: string | undefined;
  /** An origin; default: the customer's. */
  playbackUrl?: string | undefined;
  clock: Clock;
  /** Per call; default: 10,000. */
  timeoutMs?: number;
  /** Per chunk of 8 MiB; default: 120,000, which needs 0.6 Mbit/s. */
  sendTimeoutMs?: number;
  /** Pauses before a failed chunk is retried; default: 300, 1,000 and 3,000. */
  sendRetryDelaysMs?: readonly number[];
}

/** Cloudflare's one-time upload addresses. */
const uploadOrigins = ["https://upload.videodelivery.net", "https://upload.cloudflarestream.com"];

/** Fetching three minutes of video takes less. */
const mp4LinkMs = 15 * 60_000;

const clip = z.object({ uid: z.string().min(1).refine(isStorable) });

/** In milliseconds, for each of two requests in turn: a learner waits for the size of a download. */
const downloadMs = 2_400;

const download = z.object({ status: z.string() }).nullish();
const downloads = z.object({ default: download, audio: download }).nullish();

/** https://developers.cloudflare.com/stream/ and `docs/operations.md`. */
export function createCloudflareStream(options: CloudflareStreamOptions): Streaming {
  const { apiUrl = "https://api.cloudflare.com/client/v4", accountId, apiToken, clock } = options;
  const { keyId, key, webhookSecret, timeoutMs = 10_000, sendTimeoutMs = 120_000 } = options;
  const { sendRetryDelaysMs = [300, 1_000, 3_000] } = options;
  const client = createCloudflareClient({ apiUrl, accountId, apiToken, timeoutMs });
  const signToken = createTokenSigner({ keyId, key, clock });
  const playbackOrigin = options.playbackUrl ?? `https://customer-${options.customer}.cloudflarestream.com`;
  const pathOf = (uid: string) => `/${encodeURIComponent(uid)}`;

  /** 404: no MP4 was requested yet, or the video was removed. */
  async function hasMp4(uid: string): Promise<boolean> {
    const doing = "asking for a video's MP4";
    const answer = await client.call({ method: "GET", path: `${pathOf(uid)}/downloads`, doing });
    if (answer.status === 404) return false;
    return readResult(doing, answer, downloads)?.default?.status === "ready";
  }

  async function signLinks(uid: string, { expiresAt }: { expiresAt: Date }): Promise<StreamLinks> {
    const [hls, mp4] = await Promise.all([
      signToken(uid, { expiresAt, downloadable: false }),
      signToken(uid, { expiresAt, downloadable: true }),
    ]);
    return {
      hls: `${playbackOrigin}/${hls}/manifest/video.m3u8`,
      mp4: `${playbackOrigin}/${mp4}/downloads/default.mp4`,
      sound: `${playbackOrigin}/${mp4}/downloads/audio.m4a`,
    };
  }

  return {
    playbackOrigin,
    uploadOrigins: options.apiUrl === undefined ? uploadOrigins : [new URL(options.apiUrl).origin],

    beginUpload: (order) => makePlace(client, clock, order),

    send: (uploadUrl, source, { signal } = {}) =>
      sendByTus(uploadUrl, source, { signal, timeoutMs: sendTimeoutMs, retryDelaysMs: sendRetryDelaysMs }),

    async find(uid) {
      const doing = "asking for a video";
      const answer = await client.call({ method: "GET", path: pathOf(uid), doing });
      if (answer.status === 404) return undefined;
      const state = toStreamState(readResult(doing, answer, videoDetails), false);
      return state.state === "ready" ? { ...state, hasMp4: await hasMp4(uid) } : state;
    },

    async askForMp4(uid) {
      const doing = "ordering a video's MP4";
      await client.ask({ method: "POST", path: `${pathOf(uid)}/downloads`, doing }, downloads);
    },

    async prepareDownloads(uid, known) {
      const doing = "asking for a video's downloads";
      const path = `${pathOf(uid)}/downloads`;
      const answer = await client.call({ method: "GET", path, doing, limitMs: downloadMs });
      const found = answer.status === 404 ? undefined : readResult(doing, answer, downloads);
      const links = await signLinks(uid, { expiresAt: new Date(clock().getTime() + mp4LinkMs) });
      const prepare = async (type: "default" | "audio", link: string, bytes: number | null) => {
        if (bytes !== null) return bytes;
        const { status } = found?.[type] ?? {};
        if (status === "error") return 0;
        if (status === "ready") return measure(link);
        if (!status)
          await client.ask(
            { method: "POST", path: `${path}/${type}`, doing: "ordering a download", limitMs: downloadMs },
            downloads,
          );
        return null;
      };
      const [mp4, sound] = await Promise.all([
        prepare("default", links.mp4, known.mp4),
        // Without its sound a video can be kept all the same.
        prepare("audio", links.sound, known.sound).catch(() => null),
      ]);
      return { mp4, sound };
    },

    async makeClip(uid, { start, seconds }) {
      const span = { startTimeSeconds: start, endTimeSeconds: start + seconds };
      const body = { clippedFromVideoUID: uid, ...span, requireSignedURLs: true };
      const order = { method: "POST", path: "/clip", body, doing: "clipping a video" } as const;
      return (await client.ask(order, clip)).uid;
    },

    async openMp4(uid, { signal }) {
      const doing = "fetching a video's MP4";
      const { mp4 } = await signLinks(uid, { expiresAt: new Date(clock().getTime() + mp4LinkMs) });
      try {
        const answer = await fetch(mp4, { signal });
        if (answer.status === 404) return undefined;
        if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`);
        return Readable.fromWeb(answer.body as ReadableStream);
      } catch (failure) {
        signal.throwIfAborted();
        throw toUnreachable(doing, failure);
      }
    },

    ...captionCalls(client),

    async remove(uid) {
      const doing = "removing a video";
      const answer = await client.call({ method: "DELETE", path: pathOf(uid), doing });
      if (answer.status !== 404 && !isSuccess(answer)) throw toRefusal(doing, answer);
    },

    signLinks,

    readWebhook: (rawBody, signature) =>
      readCloudflareWebhook(rawBody, signature, { secret: webhookSecret, clock }),
  };
}

/** Returns the size of a file that can be read in parts, in bytes, by its first byte. */
async function measure(link: string): Promise<number> {
  const doing = "measuring a download";
  try {
    const { status, headers, body } = await fetch(link, {
      headers: { Range: "bytes=0-0" },
      signal: limitedSignal(downloadMs),
    });
    await body?.cancel();
    const [, bytes] = /^bytes 0-0\/([1-9]\d*)$/.exec(headers.get("Content-Range") ?? "") ?? [];
    if (status !== 206 || !bytes) throw new Error(`HTTP ${status}`);
    return Number(bytes);
  } catch (failure) {
    throw toUnreachable(doing, failure);
  }
}

/** Cloudflare's maximum. */
const longestLife = 24 * 60 * 60;

/** A token is valid from a little earlier, for clocks behind ours. */
const clockSkew = 60;

/**
 * Signs playback tokens without a request:
 * https://developers.cloudflare.com/stream/viewing-videos/securing-your-stream/#option-2-generating-signed-tokens-without-calling-the-token-endpoint
 * `downloadable`: for the MP4. @throws RangeError beyond 24 hours
 */
function createTokenSigner({ keyId, key, clock }: Pick<CloudflareStreamOptions, "keyId" | "key" | "clock">) {
  let imported: ReturnType<typeof importJWK> | undefined;

  return async (uid: string, grant: { expiresAt: Date; downloadable: boolean }): Promise<string> => {
    imported ??= importJWK(key, "RS256");
    const now = Math.floor(clock().getTime() / 1000);
    const end = Math.floor(grant.expiresAt.getTime() / 1000);
    if (end > now + longestLife) throw new RangeError("a playback token lives 24 hours at most");
    return new SignJWT({ kid: keyId, downloadable: grant.downloadable })
      .setProtectedHeader({ alg: "RS256", kid: keyId })
      .setSubject(uid)
      .setNotBefore(now - clockSkew)
      .setExpirationTime(end)
      .sign(await imported);
  };
}

/** https://developers.cloudflare.com/api/resources/stream/subresources/captions/ */
const captions = z.object({ generated: z.boolean().optional(), status: z.string().optional() });

function captionCalls(
  client: CloudflareClient,
): Pick<Streaming, "orderCaptions" | "findCaptions" | "removeCaptions"> {
  const pathOf = (uid: string, language: string) =>
    `/${encodeURIComponent(uid)}/captions/${encodeURIComponent(language)}`;
  return {
    async orderCaptions(uid, language) {
      const order = { method: "POST", path: `${pathOf(uid, language)}/generate` } as const;
      await client.ask({ ...order, doing: "ordering a video's captions" }, captions);
    },

    async findCaptions(uid, language) {
      const doing = "asking for a video's captions";
      const path = pathOf(uid, language);
      const answer = await client.call({ method: "GET", path, doing });
      if (answer.status === 404) return undefined;
      const { status } = readResult(doing, answer, captions);
      if (status === "error") return { state: "failed" };
      if (status !== "ready") return { state: "making" };
      const file = await client.call({ method: "GET", path: `${path}/vtt`, doing });
      if (file.status === 404) return undefined;
      if (!isSuccess(file)) throw toRefusal(doing, file);
      return { state: "ready", vtt: file.text };
    },

    async removeCaptions(uid, language) {
      const doing = "removing a video's captions";
      const answer = await client.call({ method: "DELETE", path: pathOf(uid, language), doing });
      if (answer.status !== 404 && !isSuccess(answer)) throw toRefusal(doing, answer);
    },
  };
}
