import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "~/integrations/clock";
import { toStreamState, videoDetails } from "./cloudflare-state";
import type { StreamState } from "./streaming";

/** In seconds, both ways: an older request may be a replay. Cloudflare leaves the figure to us. */
const tolerance = 300;

/** `time` and `sig1` once each, nothing else. */
const header = /^time=(\d{1,12}),sig1=([0-9a-f]{64})$/;

/**
 * Reads a notification: https://developers.cloudflare.com/stream/manage-video-library/using-webhooks/
 * Returns undefined if the signature is absent, wrong or old, or the body is not about a video.
 */
export function readCloudflareWebhook(
  rawBody: string,
  signature: string | null,
  { secret, clock }: { secret: string; clock: Clock },
): { uid: string; state: StreamState } | undefined {
  const [, time, given] = header.exec(signature ?? "") ?? [];
  if (!time || !given) return undefined;
  const expected = createHmac("sha256", secret).update(`${time}.${rawBody}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(given, "hex"))) return undefined;
  if (Math.abs(clock().getTime() / 1000 - Number(time)) > tolerance) return undefined;
  const details = videoDetails.safeParse(parseJson(rawBody)).data;
  return details && { uid: details.uid, state: toStreamState(details, false) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
