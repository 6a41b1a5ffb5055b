import { z } from "zod";
import { isStorable, toStorable } from "~/integrations/storable-text";
import type { StreamState } from "./streaming";

const optionalText = z.string().transform(toStorable).nullish();

/** The part of a video's details that we use: https://developers.cloudflare.com/api/resources/stream/methods/get/ */
export const videoDetails = z.object({
  uid: z.string().min(1).refine(isStorable),
  readyToStream: z.boolean().nullish(),
  /** In seconds; −1 while it is not known. */
  duration: z.number().nullish(),
  /** Size of the uploaded file; −1 while unknown. */
  input: z.object({ width: z.number().nullish(), height: z.number().nullish() }).nullish(),
  status: z.object({
    state: z.string(),
    /** A string such as "39.000000", by the documentation; under 100 now and then for a video that is ready. */
    pctComplete: z.union([z.string(), z.number()]).nullish(),
    // The documentation spells these both ways.
    errReasonCode: optionalText,
    errReasonText: optionalText,
    errorReasonCode: optionalText,
    errorReasonText: optionalText,
  }),
});

export type VideoDetails = z.infer<typeof videoDetails>;

/** Returns how far a video is. `hasMp4` is not among the details. */
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
