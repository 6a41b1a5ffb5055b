import { useSyncExternalStore } from "react";

/** State of a player, as the controls show it. */
export type PlayerState = "before" | "playing" | "paused" | "waiting" | "ended";

const changes = "play playing pause waiting seeking seeked canplay loadeddata ended emptied error".split(" ");

/** Set while a player that was started changes its source, which pauses it for a moment. */
export const startingMark = "starting";

/** Returns the state of a player. `before`: it was never started. `waiting`: it plays as soon as data arrives. */
export function usePlayerState(video: HTMLVideoElement): PlayerState {
  return useSyncExternalStore(
    (changed) => listen(video, changes, changed),
    () => stateOf(video),
    () => "before",
  );
}

function stateOf(video: HTMLVideoElement): PlayerState {
  if (startingMark in video.dataset) return "waiting";
  if (video.ended) return "ended";
  if (!video.paused) return video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA ? "waiting" : "playing";
  return video.played.length === 0 ? "before" : "paused";
}

/** Returns the position and the length of a player, in seconds; the length is 0 while unknown. */
export function usePlayerTimes(video: HTMLVideoElement): { seconds: number; duration: number } {
  const seconds = useSyncExternalStore(
    (changed) => listen(video, ["timeupdate", "seeking", "loadedmetadata", "ended"], changed),
    () => video.currentTime,
    () => 0,
  );
  const duration = useSyncExternalStore(
    (changed) => listen(video, ["durationchange"], changed),
    () => (Number.isFinite(video.duration) ? video.duration : 0),
    () => 0,
  );
  return { seconds, duration };
}

function listen(video: HTMLVideoElement, names: readonly string[], changed: () => void): () => void {
  for (const name of names) video.addEventListener(name, changed);
  return () => {
    for (const name of names) video.removeEventListener(name, changed);
  };
}

/** Returns whether the browser says that it has a connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener("online", changed);
      window.addEventListener("offline", changed);
      return () => {
        window.removeEventListener("online", changed);
        window.removeEventListener("offline", changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
