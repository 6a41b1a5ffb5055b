import type { StreamState } from "~/integrations/streaming/streaming";

/** How far a streamed video is, in order: what comes later in this list is never left for what comes before it. */
const streamWords = ["waiting", "processing", "failed", "ready"] as const;

export type StreamWord = (typeof streamWords)[number];

/** What is known of a video at the streaming service. */
export interface StreamProgress {
  state: StreamWord;
  /** 0 to 100 while it is processed, where the service says; whole. */
  percent: number | null;
  /** The service's own words, in English, and its code for them. */
  failure: string | null;
  failureCode: string | null;
  /** Whether the rendition for browsers without JavaScript can be had. */
  hasMp4: boolean;
}

export const nothingYet: StreamProgress = {
  state: "waiting",
  percent: null,
  failure: null,
  failureCode: null,
  hasMp4: false,
};

/** As much of a reason as is kept, in characters. */
const longestFailure = 500;
const longestCode = 100;

/**
 * Adds what the service says to what it said before. Webhook and polling tell the same, late, twice and out of order:
 * the furthest counts, so any order and number of them comes to the same.
 */
export function mergeProgress(known: StreamProgress, told: StreamState): StreamProgress {
  const ahead = streamWords.indexOf(told.state) - streamWords.indexOf(known.state);
  if (ahead < 0) return known;
  switch (told.state) {
    case "waiting":
      return known;
    case "processing": {
      const percent = told.percent === null ? null : Math.floor(Math.min(Math.max(told.percent, 0), 100));
      return { ...nothingYet, state: "processing", percent: furthest(known.percent, percent) };
    }
    case "failed":
      if (ahead === 0) return known;
      return {
        ...nothingYet,
        state: "failed",
        failure: told.reason.slice(0, longestFailure) || "no reason given",
        failureCode: told.code?.slice(0, longestCode) || null,
      };
    case "ready":
      return { ...nothingYet, state: "ready", hasMp4: known.hasMp4 || told.hasMp4 };
  }
}

function furthest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
