import type { StreamState } from "~/integrations/streaming/streaming";
import { type Conversion, isUnreadable } from "./conversion";

/** In order; a video never returns to an earlier one. */
const streamStatuses = ["waiting", "processing", "failed", "ready"] as const;

export type StreamStatus = (typeof streamStatuses)[number];

/** A stored file could not be sent to the service. The service's own codes are in capitals. */
export const notSentCode = "notSent";

export interface StreamProgress {
  state: StreamStatus;
  /** 0 to 100, a whole number, while it is processed; null if the service does not report it. */
  percent: number | null;
  /** The service's own text, in English, and its code. */
  failure: string | null;
  failureCode: string | null;
  hasMp4: boolean;
}

export const nothingYet: StreamProgress = {
  state: "waiting",
  percent: null,
  failure: null,
  failureCode: null,
  hasMp4: false,
};

/** In characters. */
const maxFailureLength = 500;
const maxCodeLength = 100;

/** Webhook and polling report the same facts, late, twice and out of order; the furthest state counts. */
export function mergeProgress(known: StreamProgress, reported: StreamState): StreamProgress {
  const ahead = streamStatuses.indexOf(reported.state) - streamStatuses.indexOf(known.state);
  if (ahead < 0) return known;
  switch (reported.state) {
    case "waiting":
      return known;
    case "processing": {
      const percent =
        reported.percent === null ? null : Math.floor(Math.min(Math.max(reported.percent, 0), 100));
      return { ...nothingYet, state: "processing", percent: furthest(known.percent, percent) };
    }
    case "failed":
      if (ahead === 0) return known;
      return {
        ...nothingYet,
        state: "failed",
        failure: reported.reason.slice(0, maxFailureLength) || "no reason given",
        failureCode: reported.code?.slice(0, maxCodeLength) || null,
      };
    case "ready":
      return { ...nothingYet, state: "ready", hasMp4: known.hasMp4 || reported.hasMp4 };
  }
}

function furthest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface CheckedStream {
  state: StreamStatus;
  hasMp4: boolean;
  /** When the whole file was received or, before that, when its upload began. */
  since: Date;
  /** The whole file has been received, as far as is known. */
  sent: boolean;
}

/**
 * Its webhook reports only the end, and is not repeated. Soon at first, more rarely later; null when nothing more
 * will change.
 */
export function decideNextCheck({ state, hasMp4, since, sent }: CheckedStream, now: Date): Date | null {
  if (state === "failed" || (state === "ready" && hasMp4)) return null;
  const age = now.getTime() - since.getTime();
  // Sent by a browser that reports the end, unless it closes before; given up when swept.
  if (!sent) return age < 8 * day ? after(now, 10 * minute) : null;
  if (age < hour) return after(now, minute);
  if (age < day) return after(now, 10 * minute);
  // Without an MP4 by now there will be none.
  if (state === "ready") return null;
  return after(now, hour);
}

function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}

/** Under My videos. */
export type OwnVideoState =
  | { step: "shown" }
  /** `released`: once its file is complete it is on sale. */
  | { step: "unpublished"; released: boolean }
  /** An administrator took it out of the shop; who bought it keeps watching. */
  | { step: "suspended" }
  /** Its file is unreadable, so it is not for sale until an administrator restores it. */
  | { step: "unreadable" }
  /** Its file is complete, and the streaming service prepares it; `percent` if it says. */
  | { step: "processing"; percent: number | null }
  /** It can only be deleted. `reason` is the service's own. */
  | { step: "failed"; cause: "refused"; reason: string }
  /** The service has no such video any more, or never received the stored file. */
  | { step: "failed"; cause: "gone" | "notSent" };

/** The service no longer has the video. The service's own codes are in capitals. */
export const goneCode = "gone";

export function decideOwnVideoState(row: {
  published_at: Date | null;
  /** Null without a file. Undefined if it is on its way to the shop by itself. */
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
  // Once the streaming service has a file that is not held, nothing says so any more.
  const isSent = unpublished?.sent_at && !unpublished.is_held;
  if (unpublished && row.state !== "failed" && !isSent)
    return { step: "unpublished", released: unpublished.is_held === false };
  if (row.state === "failed") {
    if (row.failure_code === goneCode) return { step: "failed", cause: "gone" };
    if (row.failure_code === notSentCode) return { step: "failed", cause: "notSent" };
    return { step: "failed", cause: "refused", reason: row.failure ?? "" };
  }
  return { step: "processing", percent: row.percent };
}
