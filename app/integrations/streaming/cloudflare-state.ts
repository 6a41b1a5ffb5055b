import { z } from "zod";
import { isStorable, toStorable } from "~/integrations/storable-text";
import type { StreamState } from "./streaming";

const word = z.string().transform(toStorable).nullish();

/** The part of a video's details that we go by: https://developers.cloudflare.com/api/resources/stream/methods/get/ */
export const videoDetails = z.object({
  uid: z.string().min(1).refine(isStorable),
  readyToStream: z.boolean().nullish(),
  /** In seconds; −1 while it is not known. */
  duration: z.number().nullish(),
  status: z.object({
    state: z.string(),
    /** A string such as "39.000000", by the documentation; under 100 now and then for a video that is ready. */
    pctComplete: z.union([z.string(), z.number()]).nullish(),
    // The documentation spells these both ways.
    errReasonCode: word,
    errReasonText: word,
    errorReasonCode: word,
    errorReasonText: word,
  }),
});

export type VideoDetails = z.infer<typeof videoDetails>;

/** Says in our words how far a video is. `hasMp4` is not among the details, so it is given. */
export function toStreamState(
  { status, readyToStream, duration }: VideoDetails,
  hasMp4: boolean,
): StreamState {
  if (status.state === "pendingupload") return { state: "waiting" };
  if (status.state === "error") {
    const code = status.errReasonCode || status.errorReasonCode || null;
    const reason = status.errReasonText || status.errorReasonText || code || "no reason given";
    return { state: "failed", code, reason };
  }
  if (status.state === "ready" && readyToStream !== false) {
    return { state: "ready", seconds: duration && duration > 0 ? duration : null, hasMp4 };
  }
  return { state: "processing", percent: toPercent(status.pctComplete) };
}

function toPercent(given: string | number | null | undefined): number | null {
  const percent = Number.parseFloat(String(given));
  return Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : null;
}
