import type { FollowPlayer } from "~/features/playback/positions/use-progress";
import { readYoutubeMessage, youtubeOrigin, youtubeStates } from "./youtube-messages";

/** Interval, in milliseconds, at which YouTube's player is asked for messages until the first arrives. */
const askEveryMs = 500;

/** Follows a player of YouTube by the messages of its IFrame Player API. */
export function followYoutube(frame: HTMLIFrameElement): FollowPlayer {
  return (listener) => {
    const times = { currentTime: 0, duration: Number.NaN };
    let state: number | undefined;
    const ask = () => {
      frame.contentWindow?.postMessage(
        JSON.stringify({ event: "listening", id: frame.id, channel: "widget" }),
        youtubeOrigin,
      );
    };
    const timer = setInterval(ask, askEveryMs);
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== youtubeOrigin || source !== frame.contentWindow) return;
      const said = readYoutubeMessage(data);
      if (!said) return;
      clearInterval(timer);
      times.currentTime = said.currentTime ?? times.currentTime;
      if (said.duration) times.duration = said.duration;
      const before = state;
      state = said.state ?? state;
      if (state === youtubeStates.playing) listener(before === state ? "time" : "play", { ...times });
      else if (state === before) return;
      else if (state === youtubeStates.paused) listener("pause", { ...times });
      else if (state === youtubeStates.ended) listener("end", { ...times });
    };
    window.addEventListener("message", hear);
    return () => {
      clearInterval(timer);
      window.removeEventListener("message", hear);
    };
  };
}
