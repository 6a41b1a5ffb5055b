import type { Locale } from "~/i18n/languages";

/** From the shop: of one video, or without `videoId` of all videos of a creator. */
export interface Withdrawal {
  creatorId: string;
  videoId?: string;
  /** Milliseconds, and random hexadecimal digits: the new names are made of both. */
  at: number;
  secret: string;
}

/** Payloads are stored in a table, so they contain no token and no password. Schedule: `app/server/sweep.server.ts`. */
export interface Job {
  /** Converts to MP4 where browsers need that. `videoUrl`: the location when queued. */
  "convert-video": { videoId: string; videoUrl: string };
  "make-rung": { videoId: string; sourceKey: string };
  "read-video-facts": { videoId: string };
  /** Unless another preview was chosen meanwhile. */
  "make-preview": { videoId: string; key: string };
  /** If no video names it by then. */
  "remove-unused-trailer": { key: string };
  /** If no video names it by then. */
  "remove-unused-attachment": { key: string };
  /** If its file is complete. */
  "finish-upload": { creatorId: string; videoId: string };
  "tell-price-fall": { videoId: string };
  /** For a part of the people who have the course: those after `after`. */
  "tell-added-lessons": { courseId: string; day: string; after?: string };
  /** For a part of the people whom it is for: those after `after`. */
  "tell-announcement": { announcementId: string; after?: string };
  /** Products published between two moments, for a part of the followers: those after `after`. */
  "tell-followers": { creatorId: string; since: string; until: string; after?: string };
  /** For a part of the buyers of a video whose file does not play: those after `after`. */
  "tell-unreadable": { videoId: string; file: string; after?: string };
  /** At the streaming service, if ordered. */
  "make-captions": { videoId: string };
  "remove-clip": { uid: string };
  "copy-youtube-thumbnail": { videoId: string };
  "send-to-stream": { videoId: string };
  "remove-replaced-file": { key: string };
  /** Moves the public files of what left the shop to new addresses. */
  "withdraw-files": Withdrawal;
  "export-data": { exportId: string };
  /** Once the waiting time is over. */
  "erase-account": { userId: string };
  /** Restarts interrupted conversions, previews and ladders, and queues videos of unknown length. */
  "resume-conversions": Record<string, never>;
  sweep: Record<string, never>;
  /** With `eventId` that one alone. */
  "settle-events": { eventId?: string };
  "check-streams": Record<string, never>;
  /** Hashes new entries, and writes the hash to the store. */
  "anchor-ledger": Record<string, never>;
  /** Proves the whole ledger in a second way. */
  "audit-ledger": Record<string, never>;
  reconcile: Record<string, never>;
  "send-refund": { refundId: string };
  /** How a sale was paid and its fee, or until when it can be paid. */
  "look-up-payment": { saleId: string };
  /** Its video was bought by another payment meanwhile. */
  "end-checkout": { checkoutId: string };
  /** Its events disagree about the amount. */
  "look-up-dispute": { disputeId: string };
  /** Daily, for the administrators. */
  "post-attention-mails": Record<string, never>;
  "send-mail": { mailId: string };
  /** `newEmail`: to change to; without it the account's own. */
  "send-confirmation-mail": { userId: string; locale: Locale; newEmail?: string };
  "send-recovery-mail": {
    email: string;
    locale: Locale;
    area: "learner" | "creator" | "admin";
    /** Opened by the login after the recovery. */
    returnPath?: string;
  };
}

/** With the queue's growing delays they span about three days. */
const usualAttempts = 20;

/** Each may take hours of a processor, or reads a whole video. */
const fewerAttempts: Partial<Record<keyof Job, number>> = {
  "convert-video": 5,
  "make-rung": 5,
  "read-video-facts": 5,
  "make-preview": 8,
};

/** Of the recurring jobs (`app/server/sweep.server.ts`), which the queue's schedule adds, each has 25 attempts. */
export function maxAttemptsOf(name: keyof Job): number {
  return fewerAttempts[name] ?? usualAttempts;
}
