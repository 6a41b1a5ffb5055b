import { useEffect, useRef, useState } from "react";
import type { FollowPlayer, PlayerTimes } from "~/features/playback/access/use-progress";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { playerId } from "./moment-link";

interface YoutubePlayerProps {
  videoId: string;
  youtubeId: string;
  startSeconds: number;
  title: string;
  poster: string | null;
  asked: boolean;
  onFollow: (follow: FollowPlayer) => void;
}

/**
 * YouTube gets no request before the button is pressed; without script the button opens the page again with the player.
 * With script the player's messages report the progress, by the documented API of `enablejsapi`, without its script.
 */
export function YoutubePlayer({ videoId, youtubeId, title, poster, asked, ...rest }: YoutubePlayerProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const [loads, setLoads] = useState(asked);
  if (loads) return <Embedded youtubeId={youtubeId} title={title} autoplay={!asked} {...rest} />;
  return (
    <div
      id={playerId}
      className="relative flex aspect-video w-full items-center justify-center overflow-hidden bg-sunken sm:rounded-card"
    >
      {poster && <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />}
      <div className="relative flex flex-col items-center gap-3 p-4 text-center">
        <Link
          {...linkTo(`/watch/${videoId}?play=1#${playerId}`)}
          onClick={(event) => {
            event.preventDefault();
            setLoads(true);
          }}
          className={buttonLook("yours", "large", "shadow-lifted")}
        >
          <Icon name="play" className="size-5 fill-current" />
          {t("player.youtubePlay")}
        </Link>
        <p className="rounded-control bg-over-picture px-3 py-1.5 text-sm text-on-picture">
          {t("player.youtubeWhy")}
        </p>
      </div>
    </div>
  );
}

interface EmbeddedProps
  extends Pick<YoutubePlayerProps, "youtubeId" | "title" | "startSeconds" | "onFollow"> {
  autoplay: boolean;
}

function Embedded({ youtubeId, title, startSeconds, autoplay, onFollow }: EmbeddedProps) {
  const t = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  // Loaders run again with later positions: the player starts at the first.
  const [start] = useState(startSeconds);
  const options = new URLSearchParams({
    enablejsapi: "1",
    playsinline: "1",
    rel: "0",
    ...(start > 0 ? { start: String(start) } : {}),
    ...(autoplay ? { autoplay: "1" } : {}),
  });
  useEffect(() => {
    if (frame.current) onFollow(followYoutube(frame.current));
  }, [onFollow]);
  return (
    <iframe
      ref={frame}
      id={playerId}
      src={`${youtubeOrigin}/embed/${youtubeId}?${options}`}
      title={t("player.label", { title })}
      allow="autoplay; picture-in-picture; encrypted-media; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      className="block aspect-video w-full bg-black sm:rounded-card"
    />
  );
}

/** Asks the player to report until it does. */
const askEveryMs = 500;

/** The embedded player sends messages once it was asked to. */
function followYoutube(frame: HTMLIFrameElement): FollowPlayer {
  return (listener) => {
    const read = createYoutubeReader();
    let answered = false;
    const ask = () =>
      frame.contentWindow?.postMessage(
        JSON.stringify({ event: "listening", id: playerId, channel: "widget" }),
        youtubeOrigin,
      );
    const timer = setInterval(() => (answered ? clearInterval(timer) : ask()), askEveryMs);
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.contentWindow || origin !== youtubeOrigin) return;
      const message = readYoutubeMessage(data);
      if (!message) return;
      answered = true;
      const happened = read(message);
      if (happened) listener(happened.what, happened.times);
    };
    window.addEventListener("message", hear);
    frame.addEventListener("load", ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener("message", hear);
      frame.removeEventListener("load", ask);
    };
  };
}

const youtubeOrigin = "https://www.youtube-nocookie.com";

/** Fields missing from a message are undefined. */
interface YoutubeState {
  /** https://developers.google.com/youtube/iframe_api_reference#Playback_status */
  state?: number;
  currentTime?: number;
  duration?: number;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Undefined if a message says nothing of playback. */
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

type YoutubeEvent = "play" | "time" | "pause" | "end";

const ended = 0;
const playing = 1;
const paused = 2;

export function createYoutubeReader(): (
  message: YoutubeState,
) => { what: YoutubeEvent; times: PlayerTimes } | undefined {
  let state = -1;
  const times: PlayerTimes = { currentTime: 0, duration: Number.NaN };
  return (message) => {
    const before = state;
    state = message.state ?? state;
    times.currentTime = message.currentTime ?? times.currentTime;
    times.duration = message.duration ?? times.duration;
    const now = { ...times };
    if (state !== before) {
      if (state === playing) return { what: "play", times: now };
      if (state === paused) return { what: "pause", times: now };
      if (state === ended) return { what: "end", times: now };
    }
    return state === playing && message.currentTime !== undefined ? { what: "time", times: now } : undefined;
  };
}
