import type { MessageKey } from "~/i18n/message-key";
import type { LimitRule } from "~/platform/try-counter.server";

/**
 * Bytes of one request: 10 MiB, two of the parts that S3 takes. A session that has ended, a cancelled upload or a
 * proxy's limit on bodies is noticed between requests. Cloudflare Stream takes at least 5,242,880 bytes and a
 * multiple of 262,144; the 52,428,800 that it advises would cost a phone on 1 Mbit/s seven minutes at every network
 * failure.
 */
export const uploadChunkBytes = 10 * 1024 * 1024;

/** Bounds the space that a creator's unpublished files occupy. */
export const maxUnfinishedUploads = 10;

/** Those without a file too. */
export const maxUnpublished = 20;

export const unpublishedKeptDays = 90;

/** 500 MB at the least rate allowed (1 KiB/s) take six days. */
export const uploadKeptDays = 7;

/** Of one account: a page that saves after every pause in typing needs about one in two seconds. */
export const saveLimit: LimitRule = { name: "draft", tries: 400, seconds: 600 };

/** Of one account: each is decoded or inspected. */
export const mediaLimit: LimitRule = { name: "draft-media", tries: 60, seconds: 600 };

/** A Stream upload is reported there, too. */
export function uploadPath(videoId: string): string {
  return `/creator/uploads/${videoId}`;
}

/** Per account in 24 hours. `unproven`: the e-mail is not confirmed. */
const videosADay = { unproven: 10, proven: 50 } as const;

export interface PublishCount {
  /** Published in the last 24 hours, deleted ones too, and those begun in that time and still under way. */
  today: number;
  open: number;
  mailboxProven: boolean;
  /** What an operator set for this account; null for the usual ceiling. */
  ownCeiling: number | null;
}

/** In 24 hours; undefined for an account with a confirmed e-mail or a ceiling of its own. */
export function findUnprovenCeiling(
  account: Pick<PublishCount, "mailboxProven" | "ownCeiling">,
): { videos: number; confirmed: number } | undefined {
  if (account.mailboxProven || account.ownCeiling !== null) return undefined;
  return { videos: videosADay.unproven, confirmed: videosADay.proven };
}

/** Undefined if the creator may begin one more video. */
export function findPublishRefusal(count: PublishCount, isFile: boolean): MessageKey | undefined {
  if (isFile && count.open >= maxUnfinishedUploads) return "uploads.tooMany";
  const usual = count.mailboxProven ? videosADay.proven : videosADay.unproven;
  if (count.today < (count.ownCeiling ?? usual)) return undefined;
  return count.mailboxProven || count.ownCeiling !== null ? "videos.tooManyToday" : "videos.tooManyUnproven";
}
