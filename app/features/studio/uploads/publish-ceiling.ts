import type { MessageKey } from "~/i18n/message-key";
import { maxUnfinishedUploads } from "./upload-limits";

/** How many videos one account may publish in 24 hours. `unproven`: nobody has shown yet that its mailbox is theirs. */
export const videosADay = { unproven: 10, proven: 50 } as const;

export interface PublishCount {
  /** Published in the last 24 hours, deleted ones too, and those begun in that time and still under way. */
  today: number;
  open: number;
  mailboxProven: boolean;
  /** What an operator set for this account; null for the usual ceiling. */
  ownCeiling: number | null;
}

/**
 * Returns how many videos an account may publish in 24 hours, to be said before it reaches that; undefined for one with
 * a confirmed e-mail or a ceiling of its own.
 */
export function findUnprovenCeiling(
  account: Pick<PublishCount, "mailboxProven" | "ownCeiling">,
): { videos: number; confirmed: number } | undefined {
  if (account.mailboxProven || account.ownCeiling !== null) return undefined;
  return { videos: videosADay.unproven, confirmed: videosADay.proven };
}

/**
 * Decides whether a creator may begin one more video. `isFile`: it has a file to upload. Returns what to say if not.
 */
export function findPublishRefusal(count: PublishCount, isFile: boolean): MessageKey | undefined {
  if (isFile && count.open >= maxUnfinishedUploads) return "uploads.tooMany";
  const usual = count.mailboxProven ? videosADay.proven : videosADay.unproven;
  if (count.today < (count.ownCeiling ?? usual)) return undefined;
  return count.mailboxProven || count.ownCeiling !== null ? "videos.tooManyToday" : "videos.tooManyUnproven";
}
