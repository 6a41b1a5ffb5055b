import type { Player } from "~/features/playback/player/make-player.server";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";

/** The browser's own player: a free lesson needs no account. */
export function FreePlayer({
  player,
  savesData,
  title,
  poster,
}: {
  player: Player;
  /** The browser sent `Save-Data`. */
  savesData: boolean;
  title: string;
  poster: string | null;
}) {
  const t = useText();
  if (player.kind === "unavailable") {
    return (
      <Notice tone="danger" role="alert">
        {t("coursePage.unavailable")}
      </Notice>
    );
  }
  if (player.kind === "youtube") {
    return (
      <iframe
        src={`https://www.youtube-nocookie.com/embed/${player.id}`}
        title={title}
        allow="picture-in-picture; encrypted-media; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
        className={frame}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions belong to the pages of who has the course
    <video
      src={player.kind === "stream" ? (player.mp4 ?? player.hls) : player.src}
      poster={poster ?? undefined}
      controls
      playsInline
      preload={savesData ? "none" : "metadata"}
      aria-label={title}
      className={frame}
    />
  );
}

const frame = "aspect-video w-full rounded-card bg-black";
