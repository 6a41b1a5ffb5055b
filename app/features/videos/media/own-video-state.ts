import { type Conversion, isUnreadable } from "./conversion";
import { notSentCode, type StreamStatus } from "./stream-status";

/** A video as its creator sees it under My videos. */
export type OwnVideoState =
  | { step: "shown" }
  /** Its creator has not published it; `released`: once its file is complete it is on sale. */
  | { step: "unpublished"; released: boolean }
  /** An administrator took it out of the shop; who bought it keeps watching. */
  | { step: "suspended" }
  /** Its file is unreadable, so it is not for sale until an administrator restores it. */
  | { step: "unreadable" }
  /** Its file is whole, and the streaming service prepares it; `percent` where it says. */
  | { step: "processing"; percent: number | null }
  /** It can only be deleted. `reason` is the service's own. */
  | { step: "failed"; cause: "refused"; reason: string }
  /** The service has no such video any more, or never received the stored file. */
  | { step: "failed"; cause: "gone" | "notSent" };

/** The failure code of a video that the service no longer has. The service's own codes are in capitals. */
export const goneCode = "gone";

/** Returns what a creator's card shows of a video whose file is complete. */
export function decideOwnVideoState(row: {
  published_at: Date | null;
  /**
   * Whether its file is held back, null for a link or without a file, and when the streaming service had it. Undefined
   * where it is on its way to the shop by itself.
   */
  unpublished?: { is_held: boolean | null; sent_at: Date | null } | undefined;
  suspended_at: Date | null;
  state: StreamStatus | null;
  percent: number | null;
  failure: string | null;
  failure_code: string | null;
  conversion?: Conversion | undefined;
}): OwnVideoState {
  // Only what was published can be suspended.
  if (row.published_at && row.suspended_at)
    return { step: isUnreadable(row.conversion) ? "unreadable" : "suspended" };
  if (row.published_at) return { step: "shown" };
  const { unpublished } = row;
  const released = unpublished?.is_held === false;
  if (unpublished && row.state !== "failed" && !(released && unpublished.sent_at))
    return { step: "unpublished", released };
  if (row.state === "failed") {
    if (row.failure_code === goneCode) return { step: "failed", cause: "gone" };
    if (row.failure_code === notSentCode) return { step: "failed", cause: "notSent" };
    return { step: "failed", cause: "refused", reason: row.failure ?? "" };
  }
  return { step: "processing", percent: row.percent };
}
