import type { StreamWord } from "~/features/encoding/stream-status";

/** A video as its creator sees it under My videos. */
export type OwnVideoState =
  | { step: "shown" }
  /** An administrator took it out of the shop; who bought it keeps watching. */
  | { step: "suspended" }
  /** Its file is whole, and the streaming service prepares it; `percent` where it says. */
  | { step: "processing"; percent: number | null }
  /** It can only be deleted. `reason` is the service's own, null where it knows the video no more. */
  | { step: "failed"; reason: string | null };

/** The code under which a video is kept that the service knows no more; its own codes are in capitals. */
export const goneCode = "gone";

/** Says what a creator's card shows of a video whose file is whole. */
export function decideOwnVideoState(row: {
  published_at: Date | null;
  suspended_at: Date | null;
  state: StreamWord | null;
  percent: number | null;
  failure: string | null;
  failure_code: string | null;
}): OwnVideoState {
  // Only what was published can be suspended.
  if (row.published_at) return { step: row.suspended_at ? "suspended" : "shown" };
  if (row.state === "failed")
    return { step: "failed", reason: row.failure_code === goneCode ? null : row.failure };
  return { step: "processing", percent: row.percent };
}
