import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { FollowPlayer } from "~/features/playback/access/use-progress";
import type { CaptionTrack } from "~/features/videos/lesson-files/caption-files";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import type { Player } from "./make-player.server";
import { playerId } from "./moment-link";
import { pictureLook } from "./player-commands";
import { startingAt, useFreshLink } from "./use-fresh-link";
import { hlsType, useLadderSource, useStreamSource } from "./use-player-source";
import { YoutubePlayer } from "./youtube-player";

interface VideoPlayerProps {
  videoId: string;
  player: Player;
  startSeconds: number;
  title: string;
  captions: readonly CaptionTrack[];
  poster: string | null;
  asked: boolean;
  /** Loads nothing before the first play. */
  savesData: boolean;
  onFollow: (follow: FollowPlayer) => void;
  over: ReactNode;
}

const look =
  "block aspect-video w-full bg-black object-contain sm:rounded-t-card full:absolute full:inset-0 full:aspect-auto full:size-full full:rounded-none";

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
  return player.kind === "stream" ? (
    <StreamPlayer key={videoId} {...shown} player={player} />
  ) : (
    <FilePlayer key={videoId} {...shown} player={player} />
  );
}

type ElementProps = Omit<VideoPlayerProps, "player" | "asked" | "onFollow">;

/** Starts where the viewer stopped. Needs a new `key` for another video. */
function FilePlayer({ player, ...shown }: ElementProps & { player: Extract<Player, { kind: "file" }> }) {
  const t = useText();
  const { videoId, startSeconds, savesData } = shown;
  const element = useRef<HTMLVideoElement>(null);
  // Loaders run again and return new links: a playing video keeps its own.
  const [src] = useState(() => startingAt(player.src, startSeconds));
  const { secondsLeft, sides, sound } = player;
  const replace = useLadderSource(element, { videoId, sides, sound, savesData });
  const { failed } = useFreshLink(element, { path: `/watch/${videoId}/link`, secondsLeft, replace });
  return (
    <>
      <Picture {...shown} element={element} src={src} />
      {failed && <Failure>{secondsLeft !== null && t("player.linkFailed")}</Failure>}
    </>
  );
}

function StreamPlayer({ player, ...shown }: ElementProps & { player: Extract<Player, { kind: "stream" }> }) {
  const t = useText();
  const { videoId, startSeconds, savesData } = shown;
  const element = useRef<HTMLVideoElement>(null);
  const [{ hls, mp4 }] = useState(player);
  const replace = useStreamSource(element, { src: hls, startSeconds, savesData });
  const { secondsLeft } = player;
  const { failed } = useFreshLink(element, { path: `/watch/${videoId}/link`, secondsLeft, replace });
  return (
    <>
      <Picture {...shown} element={element}>
        <source src={startingAt(hls, startSeconds)} type={hlsType} />
        {mp4 && <source src={startingAt(mp4, startSeconds)} type="video/mp4" />}
      </Picture>
      {!mp4 && (
        <noscript>
          <Notice icon="clock" className="m-4">
            {t("player.noScriptYet")}
          </Notice>
        </noscript>
      )}
      {failed && <Failure>{t("player.linkFailed")}</Failure>}
    </>
  );
}

interface PictureProps extends ElementProps {
  element: RefObject<HTMLVideoElement>;
  src?: string;
  /** Sources of a player without `src`. */
  children?: ReactNode;
}

function Picture({
  videoId,
  title,
  captions,
  poster,
  savesData,
  over,
  element,
  src,
  children,
}: PictureProps) {
  const t = useText();
  return (
    <div className={pictureLook}>
      {/* biome-ignore lint/a11y/useMediaCaption: only if the creator has added captions */}
      <video
        ref={element}
        id={playerId}
        src={src}
        poster={poster ?? undefined}
        controls
        playsInline
        preload={savesData ? "none" : "metadata"}
        aria-label={t("player.label", { title })}
        className={look}
      >
        {children}
        {captions.map(({ language, name, asSpoken }) => (
          <track
            key={language}
            kind={asSpoken ? "captions" : "subtitles"}
            src={`/watch/${videoId}/captions/${language}.vtt`}
            srcLang={language}
            label={name}
          />
        ))}
        {t("player.loadFailed")}
      </video>
      {over}
    </div>
  );
}

function Failure({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <Notice tone="danger" role="alert" className="m-4" title={t("player.loadFailed")}>
      {children}
    </Notice>
  );
}
