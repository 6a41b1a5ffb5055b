import { Fragment } from "react";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { FilePlayer } from "./file-player";
import { playerId } from "./moment-link";
import type { Player, ShownCaptions } from "./play-video.server";
import { StreamPlayer } from "./stream-player";

interface VideoPlayerProps {
  videoId: string;
  player: Player;
  startSeconds: number;
  title: string;
  captions: readonly ShownCaptions[];
  poster: string | null;
}

const frame = "aspect-video w-full rounded-card bg-black";

/** product.md, Video watch screen. */
export function VideoPlayer({ videoId, player, startSeconds, title, captions, poster }: VideoPlayerProps) {
  const t = useText();
  if (player.kind === "unavailable") {
    return (
      <Notice tone="danger" role="alert" title={t("player.loadFailed")}>
        {t("player.linkFailed")}
      </Notice>
    );
  }
  if (player.kind === "youtube") {
    return (
      <iframe
        id={playerId}
        src={`https://www.youtube-nocookie.com/embed/${player.id}${startSeconds > 0 ? `?start=${startSeconds}` : ""}`}
        title={t("player.label", { title })}
        allow="picture-in-picture; encrypted-media"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
        className={frame}
      />
    );
  }
  const shared = { videoId, startSeconds, title, captions, poster, className: frame };
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
