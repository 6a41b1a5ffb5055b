import type { ReactNode } from "react";
import { MovingWatermark } from "~/features/playback/controls/moving-watermark";
import { PictureOverlay } from "~/features/playback/controls/picture-overlay";
import { PlayerBar } from "~/features/playback/controls/player-bar";
import type { FollowPlayer } from "~/features/playback/positions/use-progress";
import type { CaptionTrack } from "~/features/videos/captions/caption-languages";
import type { Chapter } from "~/features/videos/chapters/chapters";
import type { Player } from "./make-player.server";
import { VideoPlayer } from "./video-player";

interface PlayerFrameProps {
  videoId: string;
  player: Player;
  /** The page's `<video>` once script runs; undefined for other players. */
  video: HTMLVideoElement | undefined;
  startSeconds: number;
  title: string;
  captions: readonly CaptionTrack[];
  chapters: readonly Chapter[];
  length: number | null;
  poster: string | null;
  /** Whether a player of another site may be loaded at once, because its button was pressed without script. */
  asked: boolean;
  savesData: boolean;
  /** Gets what reports the progress of a player of another site. */
  onFollow: (follow: FollowPlayer) => void;
  /** Shown over the picture: for whom it plays. */
  mark: string | undefined;
  /** What covers the picture once the video is over. */
  end: ReactNode;
  /** A link to what comes next. */
  next?: ReactNode;
}

/** A player with its controls: what full screen shows. At the screen's edges on phones. */
export function PlayerFrame({ video, length, chapters, end, next, mark, ...shown }: PlayerFrameProps) {
  const { player, captions } = shown;
  const hasBar = player.kind === "file" || player.kind === "stream";
  return (
    <div
      data-player-frame
      className="group/frame -mx-4 bg-surface shadow-card max-sm:border-b max-sm:border-line sm:mx-0 sm:rounded-card sm:inset-ring sm:inset-ring-line [&:fullscreen]:flex [&:fullscreen]:flex-col [&:fullscreen]:justify-center [&:fullscreen]:rounded-none [&:fullscreen]:bg-black"
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
        />
      )}
    </div>
  );
}
