import { type ReactNode, useEffect, useState } from "react";
import type { FollowPlayer } from "~/features/playback/access/use-progress";
import type { CaptionTrack } from "~/features/videos/lesson-files/caption-files";
import type { Chapter } from "~/features/videos/lesson-files/chapters";
import { soundOnly } from "~/features/videos/media/rungs";
import { useText } from "~/i18n/use-locale";
import { Spinner } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import type { Player } from "./make-player.server";
import { PlayerBar } from "./player-bar";
import { runCommand } from "./player-commands";
import { useOnline, usePlayerState } from "./use-player-state";
import { VideoPlayer } from "./video-player";

interface PlayerFrameProps {
  videoId: string;
  player: Player;
  /** Once script runs; undefined for other players. */
  video: HTMLVideoElement | undefined;
  startSeconds: number;
  title: string;
  captions: readonly CaptionTrack[];
  chapters: readonly Chapter[];
  length: number | null;
  poster: string | null;
  /** A player of another site may load at once: its button was pressed without script. */
  asked: boolean;
  savesData: boolean;
  /** Gets what reports the progress of a player of another site. */
  onFollow: (follow: FollowPlayer) => void;
  /** For whom it plays, shown over the picture. */
  mark: string | undefined;
  /** Covers the picture once the video is over. */
  end: ReactNode;
  next?: ReactNode;
  onWiden?: (() => void) | undefined;
  onNote?: (() => void) | undefined;
}

/** At the screen's edges on phones. */
export function PlayerFrame({
  video,
  length,
  chapters,
  end,
  next,
  mark,
  onWiden,
  onNote,
  ...shown
}: PlayerFrameProps) {
  const { player, captions } = shown;
  const hasBar = player.kind === "file" || player.kind === "stream";
  return (
    <div
      data-player-frame
      className="group/frame -mx-4 bg-surface shadow-card max-sm:border-b max-sm:border-line sm:mx-0 sm:rounded-card sm:inset-ring sm:inset-ring-line full:fixed full:inset-0 full:z-40 full:m-0 full:flex full:flex-col full:justify-center full:rounded-none full:bg-black"
    >
      <VideoPlayer
        {...shown}
        over={
          <>
            {mark && <MovingWatermark text={mark} />}
            {video && <PictureOverlay key={shown.videoId} video={video} end={end} />}
          </>
        }
      />
      {hasBar && (
        <PlayerBar
          key={shown.videoId}
          video={video}
          captions={captions}
          chapters={chapters}
          length={length}
          next={next}
          sides={listQualities(player)}
          frames={
            player.kind === "file" && player.frames
              ? { ...player.frames, src: `/watch/${shown.videoId}/frames` }
              : undefined
          }
          onWiden={onWiden}
          onNote={onNote}
        />
      )}
    </div>
  );
}

function listQualities(player: Player): number[] {
  if (player.kind !== "file") return [];
  return [...(player.sides ?? []), ...(player.sound ? [soundOnly] : [])];
}

const shownAfterMs = 700;

interface PictureOverlayProps {
  video: HTMLVideoElement;
  end: ReactNode;
}

function PictureOverlay({ video, end }: PictureOverlayProps) {
  const t = useText();
  const state = usePlayerState(video);
  const online = useOnline();
  const waits = useLasting(state === "waiting", shownAfterMs);
  if (state === "ended") return end;
  if (state === "before") {
    return (
      <button
        type="button"
        aria-label={t("player.play")}
        onClick={() => runCommand(video, { do: "playOrPause" })}
        className="absolute inset-0 m-auto flex size-16 cursor-pointer items-center justify-center rounded-full bg-forest text-on-forest shadow-lifted hover:bg-forest-strong sm:size-20"
      >
        <Icon name="play" className="ml-1 size-7 fill-current sm:size-8" />
      </button>
    );
  }
  return (
    <div role="status" className="pointer-events-none absolute inset-0 flex items-center justify-center p-4">
      {waits && (
        <p className="flex items-center gap-3 rounded-control bg-over-picture px-4 py-3 text-on-picture">
          {online ? <Spinner /> : <Icon name="alert" />}
          <span>
            <strong className="font-semibold">{t(online ? "player.loading" : "player.offline")}</strong>
            {!online && <span className="block text-sm">{t("player.offlineText")}</span>}
          </span>
        </p>
      )}
    </div>
  );
}

function useLasting(now: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!now) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [now, ms]);
  return lasts && now;
}

/** The order in which a watermark visits corners and middle. */
const spots = [
  "top-[8%] left-[6%]",
  "right-[8%] bottom-[22%]",
  "top-[45%] left-[30%]",
  "top-[12%] right-[10%]",
  "bottom-[18%] left-[12%]",
] as const;

const stayMs = 20_000;

/** Full screen by the page's own controls shows it, too; the browser's own player does not. */
function MovingWatermark({ text }: { text: string }) {
  const [spot, setSpot] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSpot((before) => (before + 1) % spots.length), stayMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p
      aria-hidden="true"
      data-mark
      className={classNames(
        "pointer-events-none absolute z-10 rounded-md bg-over-picture px-1.5 py-0.5 text-xs font-semibold text-on-picture opacity-45 select-none",
        spots[spot],
      )}
    >
      {text}
    </p>
  );
}
