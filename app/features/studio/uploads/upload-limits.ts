import type { MessageKey } from "~/i18n/message-key";
import type { LimitRule } from "~/platform/try-counter.server";

/**
 * How much of a file one request carries, in bytes: 10 MiB, two of the parts that S3 takes. A network failure loses
 * nothing that arrived; the requests in between are where a session that has ended, a cancelled upload or a proxy's
 * limit on bodies is noticed. It is also what Cloudflare Stream takes: at least 5,242,880 bytes and a multiple of
 * 262,144. What it advises, 52,428,800, would cost a phone on 1 Mbit/s seven minutes at every network failure.
 */
export const uploadChunkBytes = 10 * 1024 * 1024;

/** Maximum unpublished files of a creator, which bounds the space that they occupy. */
export const maxUnfinishedUploads = 10;

/** Maximum unpublished videos of a creator, those without a file too. */
export const maxUnpublished = 20;

/** An unpublished video that was not saved for so many days is deleted. */
export const unpublishedKeptDays = 90;

/**
 * An upload not finished after this is given up and swept: 500 MB at the least rate allowed (1 KiB/s) take six days.
 */
export const uploadKeptDays = 7;

/** Saves of one account: a page that saves after every pause in typing needs about one in two seconds. */
export const saveLimit: LimitRule = { name: "draft", tries: 400, seconds: 600 };

/** Requests with pictures or a trailer of one account: each is decoded or inspected. */
export const mediaLimit: LimitRule = { name: "draft-media", tries: 60, seconds: 600 };

/** Returns an upload's address for tus requests; a Stream upload is reported there, too. */
export function uploadPath(videoId: string): string {
  return `/creator/uploads/${videoId}`;
}

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
