import { Fragment, type ReactNode } from "react";
import type { FollowPlayer } from "~/features/playback/positions/use-progress";
import type { CaptionTrack } from "~/features/videos/captions/caption-languages";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { FilePlayer } from "./file-player";
import type { Player } from "./make-player.server";
import { StreamPlayer } from "./stream-player";
import { YoutubePlayer } from "./youtube-player";

interface VideoPlayerProps {
  videoId: string;
  player: Player;
  startSeconds: number;
  title: string;
  captions: readonly CaptionTrack[];
  poster: string | null;
  asked: boolean;
  /** Whether the viewer's browser asks for little data: nothing is loaded before the first play. */
  savesData: boolean;
  onFollow: (follow: FollowPlayer) => void;
  /** What lies over the picture. */
  over: ReactNode;
}

const look =
  "block aspect-video w-full bg-black object-contain sm:rounded-t-card group-[:fullscreen]/frame:absolute group-[:fullscreen]/frame:inset-0 group-[:fullscreen]/frame:aspect-auto group-[:fullscreen]/frame:size-full group-[:fullscreen]/frame:rounded-none";

/** product.md, Video watch screen. */
export function VideoPlayer({ player, asked, onFollow, ...shown }: VideoPlayerProps) {
  const t = useText();
  const { videoId, startSeconds, title, poster } = shown;
  if (player.kind === "unavailable") {
    return (
      <Notice tone="danger" role="alert" title={t("player.loadFailed")}>
        {t("player.linkFailed")}
      </Notice>
    );
  }
  if (player.kind === "youtube") {
    return (
      <YoutubePlayer
        key={videoId}
        videoId={videoId}
        startSeconds={startSeconds}
        title={title}
        poster={poster}
        asked={asked}
        onFollow={onFollow}
        youtubeId={player.id}
      />
    );
  }
  const shared = { ...shown, className: look };
  return (
    <Fragment key={videoId}>
      {player.kind === "stream" ? (
        <StreamPlayer {...shared} hls={player.hls} mp4={player.mp4} secondsLeft={player.secondsLeft} />
      ) : (
        <FilePlayer
          {...shared}
          src={player.src}
          secondsLeft={player.secondsLeft}
          hasLadder={player.hasLadder === true}
        />
      )}
    </Fragment>
  );
}
