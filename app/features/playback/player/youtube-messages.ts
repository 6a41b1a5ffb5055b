import type { PlayerTimes } from "~/features/playback/positions/use-progress";

/** Origin of the embedded player and of its messages. */
export const youtubeOrigin = "https://www.youtube-nocookie.com";

/** Status that an embedded player reports; fields missing from a message are undefined. */
export interface YoutubeState {
  /** https://developers.google.com/youtube/iframe_api_reference#Playback_status */
  state?: number;
  currentTime?: number;
  duration?: number;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Reads a message of the embedded player; undefined if it says nothing of playback. */
export function readYoutubeMessage(data: unknown): YoutubeState | undefined {
  if (typeof data !== "string") return undefined;
  let message: { event?: unknown; info?: unknown };
  try {
    message = JSON.parse(data) ?? {};
  } catch {
    return undefined;
  }
  const { event, info } = message;
  if (event === "onStateChange" && isNumber(info)) return { state: info };
  if ((event !== "infoDelivery" && event !== "initialDelivery") || typeof info !== "object" || info === null)
    return undefined;
  const { playerState, currentTime, duration } = info as Record<string, unknown>;
  return {
    ...(isNumber(playerState) ? { state: playerState } : {}),
    ...(isNumber(currentTime) ? { currentTime } : {}),
    ...(isNumber(duration) && duration > 0 ? { duration } : {}),
  };
}

export type YoutubeEvent = "play" | "time" | "pause" | "end";

const ended = 0;
const playing = 1;
const paused = 2;

/** Returns a function that turns an embedded player's messages into what happens in it. */
export function createYoutubeReader(): (
  told: YoutubeState,
) => { what: YoutubeEvent; times: PlayerTimes } | undefined {
  let state = -1;
  const times: PlayerTimes = { currentTime: 0, duration: Number.NaN };
  return (told) => {
    const before = state;
    state = told.state ?? state;
    times.currentTime = told.currentTime ?? times.currentTime;
    times.duration = told.duration ?? times.duration;
    const now = { ...times };
    if (state !== before) {
      if (state === playing) return { what: "play", times: now };
      if (state === paused) return { what: "pause", times: now };
      if (state === ended) return { what: "end", times: now };
    }
    return state === playing && told.currentTime !== undefined ? { what: "time", times: now } : undefined;
  };
}
