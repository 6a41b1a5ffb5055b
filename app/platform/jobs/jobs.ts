import type { Locale } from "~/i18n/languages";

/** A withdrawal from the shop: of one video, or without `videoId` of a creator with all videos. */
export interface Withdrawal {
  creatorId: string;
  videoId?: string;
  /** When, in milliseconds, and random hexadecimal digits: the new names are made of both. */
  at: number;
  secret: string;
}

/**
 * Every background job by name, with its payload. `app/server/sweep.server.ts` has the schedule of the recurring ones. Payloads are
 * stored in a table, so they contain no token and no password.
 */
export interface Job {
  /** Inspects a stored video and converts it to MP4 where browsers need that. `videoUrl`: its location when queued. */
  "convert-video": { videoId: string; videoUrl: string };
  /** Makes the next rung of the ladder of a stored video, of the file `sourceKey`. */
  "make-rung": { videoId: string; sourceKey: string };
  /** Reads the length and size of a published video. */
  "read-video-facts": { videoId: string };
  /** Makes a video's preview at `key`, unless another one was chosen meanwhile. */
  "make-preview": { videoId: string; key: string };
  /** Removes an uploaded trailer if no video names it by then. */
  "remove-unused-trailer": { key: string };
  /** Removes an uploaded file that was to come with a video if no video names it by then. */
  "remove-unused-attachment": { key: string };
  /** Publishes a creator's upload if its file is complete. */
  "finish-upload": { creatorId: string; videoId: string };
  /** Tells those who saved a video that its price has fallen. */
  "tell-price-fall": { videoId: string };
  /** Tells a part of the people who have a course, those after `after`, that lessons were added to it on a day. */
  "tell-added-lessons": { courseId: string; day: string; after?: string };
  /** Posts an announcement to a part of the people whom it is for, those after `after`. */
  "tell-announcement": { announcementId: string; after?: string };
  /** Tells a part of a creator's followers, those after `after`, of the products published between two moments. */
  "tell-followers": { creatorId: string; since: string; until: string; after?: string };
  /** Tells a part of the buyers of a video, those after `after`, that its file does not play. */
  "tell-unreadable": { videoId: string; file: string; after?: string };
  /** Has ordered captions of a video made at the streaming service. */
  "make-captions": { videoId: string };
  /** Removes the streaming service's copy of an excerpt. */
  "remove-clip": { uid: string };
  "copy-youtube-thumbnail": { videoId: string };
  /** Sends a stored file to the streaming service. */
  "send-to-stream": { videoId: string };
  "remove-replaced-file": { key: string };
  /** Moves the public files of what left the shop to new addresses. */
  "withdraw-files": Withdrawal;
  /** Writes the file of a person's own data. */
  "export-data": { exportId: string };
  /** Erases an account whose waiting time is over. */
  "erase-account": { userId: string };
  /** Restarts interrupted conversions, previews and ladders, queues older videos whose length is unknown. */
  "resume-conversions": Record<string, never>;
  /** Deletes what killed processes and visitors left behind. */
  sweep: Record<string, never>;
  /** Settles stored payment events that are not settled; with `eventId` that one alone. */
  "settle-events": { eventId?: string };
  /** Asks the streaming service for its encoding progress. */
  "check-streams": Record<string, never>;
  /** Hashes the ledger's new entries, and writes the hash to the store. */
  "anchor-ledger": Record<string, never>;
  /** Proves the whole ledger in a second way. */
  "audit-ledger": Record<string, never>;
  /** Compares with the payment provider. */
  reconcile: Record<string, never>;
  "send-refund": { refundId: string };
  /** Asks the provider how a sale was paid and its fee, or until when it can be paid. */
  "look-up-payment": { saleId: string };
  /** Ends a checkout whose video was bought by another payment meanwhile. */
  "end-checkout": { checkoutId: string };
  /** Asks the provider for a dispute whose events disagree about the amount. */
  "look-up-dispute": { disputeId: string };
  /** Daily: posts what needs attention to the administrators. */
  "post-attention-mails": Record<string, never>;
  "send-mail": { mailId: string };
  /** `newEmail`: the e-mail that the account asked to change to; without it the account's own. */
  "send-confirmation-mail": { userId: string; locale: Locale; newEmail?: string };
  "send-recovery-mail": {
    email: string;
    locale: Locale;
    area: "learner" | "creator" | "admin";
    /** The page that the login after the recovery leads to. */
    returnPath?: string;
  };
}

/** Attempts of most jobs before they are given up; with the queue's growing delays they span about three days. */
const usualAttempts = 20;

/** The jobs with fewer attempts, because each may take hours of a processor or reads a whole video. */
const fewerAttempts: Partial<Record<keyof Job, number>> = {
  "convert-video": 5,
  "make-rung": 5,
  "read-video-facts": 5,
  "make-preview": 8,
};

/**
 * Returns how often a job that fails is attempted before it is given up. The recurring jobs (`app/server/sweep.server.ts`) are added
 * by the queue's own schedule, which attempts each 25 times.
 */
export function maxAttemptsOf(name: keyof Job): number {
  return fewerAttempts[name] ?? usualAttempts;
}
