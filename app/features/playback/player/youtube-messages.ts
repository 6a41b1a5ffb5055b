import { longestSeconds } from "~/features/playback/positions/watch-position";

/** The origin of YouTube's player, which alone may send messages. */
export const youtubeOrigin = "https://www.youtube-nocookie.com";

/** What YouTube's player says of itself. `state`: as its API documents it. */
export interface YoutubeTimes {
  currentTime?: number | undefined;
  duration?: number | undefined;
  state?: number | undefined;
}

/** States of the IFrame Player API. */
export const youtubeStates = { ended: 0, playing: 1, paused: 2 } as const;

/** Reads a message of YouTube's player; returns undefined for one that says nothing of its times or state. */
export function readYoutubeMessage(data: unknown): YoutubeTimes | undefined {
  const message = typeof data === "string" ? parseJson(data) : data;
  const info = isRecord(message) && isRecord(message.info) ? message.info : {};
  const currentTime = readSeconds(info.currentTime);
  const duration = readSeconds(info.duration);
  const state = Number.isInteger(info.playerState) ? Number(info.playerState) : undefined;
  if (currentTime === undefined && duration === undefined && state === undefined) return undefined;
  return { currentTime, duration, state };
}

function readSeconds(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= longestSeconds ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
