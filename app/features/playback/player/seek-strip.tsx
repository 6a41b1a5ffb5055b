import { clockMoment } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";
import { playerId } from "./moment-link";
import { runCommand } from "./player-commands";
import { usePlayerTimes } from "./use-player-state";

interface SeekStripProps {
  video: HTMLVideoElement;
  chapters: readonly { seconds: number }[];
  /** Length of the video in seconds, for a player that has not loaded yet; null while unknown. */
  length: number | null;
}

/** Seconds that a key seeks by. */
const keySteps = new Map([
  ["ArrowLeft", -5],
  ["ArrowDown", -5],
  ["ArrowRight", 5],
  ["ArrowUp", 5],
]);

const percent = (share: number) => `${share}%`;

/** Where the player is, cut at the chapters. A slider: the arrows seek by five seconds. */
export function SeekStrip({ video, chapters, length }: SeekStripProps) {
  const t = useText();
  const { seconds, duration: loaded } = usePlayerTimes(video);
  const duration = loaded || (length ?? 0);
  const at = duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0;
  const parts = cutStrip(chapters, duration);
  return (
    <div className="relative h-7">
      <input
        type="range"
        aria-label={t("player.seek")}
        aria-controls={playerId}
        aria-valuetext={t("player.seekAt", {
          time: clockMoment(Math.floor(seconds)),
          length: clockMoment(Math.round(duration)),
        })}
        min={0}
        max={duration || 1}
        step="any"
        value={Math.min(seconds, duration)}
        disabled={duration <= 0}
        onChange={(event) => runCommand(video, { do: "seek", seconds: Number(event.currentTarget.value) })}
        onKeyDown={(event) => {
          const step = keySteps.get(event.key);
          if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          runCommand(video, { do: "skip", seconds: step });
        }}
        className="peer absolute -inset-y-2 inset-x-0 h-11 w-full cursor-pointer opacity-0 disabled:cursor-default"
      />
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-2 top-1/2 h-1.5 w-[calc(100%-1rem)] -translate-y-1/2 overflow-visible peer-focus-visible:rounded-full peer-focus-visible:outline-3 peer-focus-visible:outline-offset-6 peer-focus-visible:outline-focus"
      >
        {parts.map(({ from, to }) => (
          <rect
            key={from}
            x={percent(from)}
            width={percent(to - from)}
            height="100%"
            rx="3"
            className="fill-line"
          />
        ))}
        {parts
          .filter(({ from }) => from < at)
          .map(({ from, to }) => (
            <rect
              key={from}
              x={percent(from)}
              width={percent(Math.min(to, at) - from)}
              height="100%"
              rx="3"
              className="fill-forest-ink"
            />
          ))}
        {parts.slice(1).map(({ from }) => (
          <line
            key={from}
            x1={percent(from)}
            x2={percent(from)}
            y1="-1"
            y2="7"
            strokeWidth="4"
            className="stroke-surface"
          />
        ))}
        <circle cx={percent(at)} cy="50%" r="8" strokeWidth="2" className="fill-forest-ink stroke-surface" />
      </svg>
    </div>
  );
}

export interface StripPart {
  /** Percent of the strip's width. */
  from: number;
  to: number;
}

/**
 * Cuts the strip of a player at the chapters. Returns one part for a video without chapters or of unknown length.
 * `duration`: in seconds, 0 if unknown.
 */
export function cutStrip(chapters: readonly { seconds: number }[], duration: number): StripPart[] {
  if (duration <= 0) return [{ from: 0, to: 100 }];
  const cuts = chapters
    .map(({ seconds }) => (seconds / duration) * 100)
    .filter((cut) => cut > 0 && cut < 100);
  const edges = [0, ...cuts, 100];
  return cuts.concat(100).map((to, index) => ({ from: edges[index] ?? 0, to }));
}

/** Returns the last chapter that has begun at a second; undefined before the first. */
export function findPresentChapter<C extends { seconds: number }>(
  chapters: readonly C[],
  seconds: number,
): C | undefined {
  return chapters.findLast((chapter) => chapter.seconds <= seconds);
}
