import { type PointerEvent, useRef, useState } from "react";
import { clockMoment } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";
import type { FrameSheet } from "~/integrations/conversion/converter";
import { playerId } from "./moment-link";
import { runCommand } from "./player-commands";
import { usePlayerTimes } from "./use-player-state";

interface SeekStripProps {
  video: HTMLVideoElement;
  chapters: readonly { seconds: number }[];
  /** In seconds, until the player has loaded; null while unknown. */
  length: number | null;
  frames?: FrameImage | undefined;
}

export interface FrameImage extends FrameSheet {
  src: string;
}

const keySteps = new Map([
  ["ArrowLeft", -5],
  ["ArrowDown", -5],
  ["ArrowRight", 5],
  ["ArrowUp", 5],
]);

const percent = (share: number) => `${share}%`;

/** A slider, cut at the chapters: the arrows seek by five seconds. */
export function SeekStrip({ video, chapters, length, frames }: SeekStripProps) {
  const t = useText();
  const { seconds, duration: loaded } = usePlayerTimes(video);
  const duration = loaded || (length ?? 0);
  const at = duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0;
  const parts = cutStrip(chapters, duration);
  const { pointed, handlers, isLoaded } = usePointedFrame(frames?.src);
  return (
    <div className="relative h-7" {...handlers}>
      {frames && pointed && isLoaded && duration > 0 && (
        <Frame frames={frames} seconds={pointed.share * duration} pointed={pointed} />
      )}
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

/** `width`: of the strip in pixels. */
interface PointedAt {
  share: number;
  width: number;
}

/** The strip begins and ends so many pixels inside its box. */
const inset = 8;

/** Follows a mouse, or a finger while it is down. The image loads at the first such moment. */
function usePointedFrame(src: string | undefined) {
  const [pointed, setPointed] = useState<PointedAt>();
  const [isLoaded, setLoaded] = useState(false);
  const image = useRef<HTMLImageElement>();
  if (!src) return { pointed: undefined, handlers: {}, isLoaded };
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    if (!image.current) {
      image.current = new Image();
      image.current.onload = () => setLoaded(true);
      image.current.src = src;
    }
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left - inset) / (width - 2 * inset);
    setPointed({ share: Math.min(1, Math.max(0, share)), width });
  };
  const leave = () => setPointed(undefined);
  const lift = ({ pointerType }: PointerEvent) => pointerType !== "mouse" && leave();
  const handlers = { onPointerMove: point, onPointerDown: point, onPointerLeave: leave, onPointerUp: lift };
  return { pointed, handlers: { ...handlers, onPointerCancel: leave }, isLoaded };
}

function Frame({ frames, seconds, pointed }: { frames: FrameImage; seconds: number; pointed: PointedAt }) {
  const { width, height, columns, count, src } = frames;
  const at = findFrame(frames, seconds);
  const middle = inset + pointed.share * (pointed.width - 2 * inset);
  const left = Math.min(Math.max(0, middle - width / 2), pointed.width - width);
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`${(at % columns) * width} ${Math.floor(at / columns) * height} ${width} ${height}`}
      style={{ left }}
      className="pointer-events-none absolute bottom-full z-30 rounded-control bg-black shadow-lifted"
    >
      <image href={src} width={columns * width} height={Math.ceil(count / columns) * height} />
      <text
        x={(at % columns) * width + width / 2}
        y={Math.floor(at / columns) * height + height - 8}
        textAnchor="middle"
        className="fill-on-picture stroke-over-picture text-sm font-semibold tabular-nums [paint-order:stroke] [stroke-width:4px]"
      >
        {clockMoment(Math.floor(seconds))}
      </text>
    </svg>
  );
}

export function findFrame({ seconds: every, count }: FrameSheet, seconds: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(seconds / every)));
}

interface StripPart {
  from: number;
  to: number;
}

/** One part without chapters or length. `duration`: in seconds, 0 if unknown. */
export function cutStrip(chapters: readonly { seconds: number }[], duration: number): StripPart[] {
  if (duration <= 0) return [{ from: 0, to: 100 }];
  const cuts = chapters
    .map(({ seconds }) => (seconds / duration) * 100)
    .filter((cut) => cut > 0 && cut < 100);
  const edges = [0, ...cuts, 100];
  return cuts.concat(100).map((to, index) => ({ from: edges[index] ?? 0, to }));
}

export function findPresentChapter<C extends { seconds: number }>(
  chapters: readonly C[],
  seconds: number,
): C | undefined {
  return chapters.findLast((chapter) => chapter.seconds <= seconds);
}
