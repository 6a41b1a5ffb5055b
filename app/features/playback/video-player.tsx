import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { FilePlayer } from "./file-player";
import type { Player } from "./play-video.server";
import { StreamPlayer } from "./stream-player";

interface VideoPlayerProps {
  videoId: string;
  player: Player;
  startSeconds: number;
  title: string;
  poster: string | null;
}

const frame = "aspect-video w-full rounded-card bg-black";

/** product.md, Video watch screen. */
export function VideoPlayer({ videoId, player, startSeconds, title, poster }: VideoPlayerProps) {
  const t = useText();
  if (player.kind === "unavailable") {
    return (
      <Notice tone="danger" role="alert" title={t("watch.loadFailed")}>
        {t("watch.linkFailed")}
      </Notice>
    );
  }
  if (player.kind === "youtube") {
    return (
      <iframe
        src={`https://www.youtube-nocookie.com/embed/${player.id}`}
        title={t("watch.player", { title })}
        allow="picture-in-picture; encrypted-media"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
        className={frame}
      />
    );
  }
  if (player.kind === "stream") {
    const { hls, mp4, secondsLeft } = player;
    return (
      <StreamPlayer
        key={videoId}
        className={frame}
        {...{ videoId, hls, mp4, secondsLeft, startSeconds, title, poster }}
      />
    );
  }
  return (
    <FilePlayer
      key={videoId}
      videoId={videoId}
      src={player.src}
      secondsLeft={player.secondsLeft}
      startSeconds={startSeconds}
      title={title}
      poster={poster}
      className={frame}
    />
  );
}
