import type { StreamState } from "~/integrations/streaming/streaming";

/** The states of a streamed video, in order; a video never returns to an earlier one. */
const streamStatuses = ["waiting", "processing", "failed", "ready"] as const;

export type StreamStatus = (typeof streamStatuses)[number];

/** The failure code of a stored file that could not be sent to the service. The service's own codes are in capitals. */
export const notSentCode = "notSent";

/** The known state of a video at the streaming service. */
export interface StreamProgress {
  state: StreamStatus;
  /** 0 to 100, a whole number, while it is processed; null where the service does not report it. */
  percent: number | null;
  /** The service's own text, in English, and its code. */
  failure: string | null;
  failureCode: string | null;
  /** The MP4 for browsers without JavaScript can be downloaded. */
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

/**
 * Combines a report with the known state. Webhook and polling report the same facts, late, twice and out of order;
 * the furthest state counts, so the result is independent of order and number.
 */
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
