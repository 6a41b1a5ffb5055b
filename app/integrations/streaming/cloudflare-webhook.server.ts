import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { isStorable, toStorable } from "~/integrations/storable-text";
import type { StreamState } from "./streaming";

const optionalText = z.string().transform(toStorable).nullish();

/** https://developers.cloudflare.com/api/resources/stream/methods/get/ */
export const videoDetails = z.object({
  uid: z.string().min(1).refine(isStorable),
  readyToStream: z.boolean().nullish(),
  /** In seconds; −1 if unknown. */
  duration: z.number().nullish(),
  /** −1 if unknown. */
  input: z.object({ width: z.number().nullish(), height: z.number().nullish() }).nullish(),
  status: z.object({
    state: z.string(),
    /** Documented as a string such as "39.000000"; sometimes under 100 for a ready video. */
    pctComplete: z.union([z.string(), z.number()]).nullish(),
    // The documentation spells these both ways.
    errReasonCode: optionalText,
    errReasonText: optionalText,
    errorReasonCode: optionalText,
    errorReasonText: optionalText,
  }),
});

type VideoDetails = z.infer<typeof videoDetails>;

/** `hasMp4` is not among the details. */
export function toStreamState(
  { status, readyToStream, duration, input }: VideoDetails,
  hasMp4: boolean,
): StreamState {
  if (status.state === "pendingupload") return { state: "waiting" };
  if (status.state === "error") {
    const code = status.errReasonCode || status.errorReasonCode || null;
    const reason = status.errReasonText || status.errorReasonText || code || "no reason given";
    return { state: "failed", code, reason };
  }
  if (status.state === "ready" && readyToStream !== false) {
    const [width, height] = [toPixels(input?.width), toPixels(input?.height)];
    const size = width && height ? { width, height } : {};
    return { state: "ready", seconds: duration && duration > 0 ? duration : null, hasMp4, ...size };
  }
  return { state: "processing", percent: toPercent(status.pctComplete) };
}

function toPixels(given: number | null | undefined): number | undefined {
  return given && given > 0 && given < 100_000 ? Math.round(given) : undefined;
}

function toPercent(given: string | number | null | undefined): number | null {
  const percent = Number.parseFloat(String(given));
  return Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : null;
}

/** In seconds, both ways: an older request may be a replay. Our choice. */
const tolerance = 300;

const header = /^time=(\d{1,12}),sig1=([0-9a-f]{64})$/;

/**
 * https://developers.cloudflare.com/stream/manage-video-library/using-webhooks/
 * Undefined if the signature is absent, wrong or old, or the body is not about a video.
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
