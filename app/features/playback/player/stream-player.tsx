import { type ReactNode, useRef, useState } from "react";
import { playerId } from "~/features/playback/controls/moment-link";
import { pictureLook } from "~/features/playback/controls/player-frame";
import type { CaptionTrack } from "~/features/videos/captions/caption-languages";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { CaptionTracks } from "./caption-tracks";
import { startingAt } from "./link-renewal";
import { useFreshLink } from "./use-fresh-link";
import { hlsType, useStreamSource } from "./use-stream-source";

interface StreamPlayerProps {
  videoId: string;
  hls: string;
  /** For browsers without HLS and script; null until it exists. */
  mp4: string | null;
  /** Lifetime of the links. */
  secondsLeft: number;
  startSeconds: number;
  title: string;
  captions: readonly CaptionTrack[];
  poster: string | null;
  className: string;
  savesData: boolean;
  /** What lies over the picture. */
  over: ReactNode;
}

/** As `FilePlayer`, for a video of the streaming service. Needs a new `key` for another video. */
export function StreamPlayer({
  videoId,
  title,
  captions,
  poster,
  className,
  savesData,
  over,
  startSeconds,
  ...links
}: StreamPlayerProps) {
  const t = useText();
  const player = useRef<HTMLVideoElement>(null);
  // Loaders run again and return new links: a playing video keeps its own.
  const [{ hls, mp4 }] = useState(links);
  const replace = useStreamSource(player, { src: hls, startSeconds, savesData });
  const { failed } = useFreshLink(player, {
    path: `/watch/${videoId}/link`,
    secondsLeft: links.secondsLeft,
    replace,
  });
  return (
    <>
      <div className={pictureLook}>
        {/* biome-ignore lint/a11y/useMediaCaption: only if the creator has added captions */}
        <video
          ref={player}
          id={playerId}
          poster={poster ?? undefined}
          controls
          playsInline
          preload={savesData ? "none" : "metadata"}
          aria-label={t("player.label", { title })}
          className={className}
        >
          <source src={startingAt(hls, startSeconds)} type={hlsType} />
          {mp4 && <source src={startingAt(mp4, startSeconds)} type="video/mp4" />}
          <CaptionTracks videoId={videoId} captions={captions} />
          {t("player.loadFailed")}
        </video>
        {over}
      </div>
      {!mp4 && (
        <noscript>
          <Notice icon="clock" className="m-4">
            {t("player.noScriptYet")}
          </Notice>
        </noscript>
      )}
      {failed && (
        <Notice tone="danger" role="alert" className="m-4" title={t("player.loadFailed")}>
          {t("player.linkFailed")}
        </Notice>
      )}
    </>
  );
}
