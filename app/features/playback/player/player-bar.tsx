import { type ReactNode, useEffect } from "react";
import type { CaptionTrack } from "~/features/videos/lesson-files/caption-files";
import type { Chapter } from "~/features/videos/lesson-files/chapters";
import { clockMoment } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { playerId } from "./moment-link";
import type { PlayerChoices } from "./player-choices";
import { hasFullScreen, type PlayerCommand, runCommand } from "./player-commands";
import { PlayerGlyph } from "./player-glyph";
import { barButton, CaptionsMenu, ChaptersMenu, MoreMenu, SpeedMenu } from "./player-menus";
import { type FrameImage, SeekStrip } from "./seek-strip";
import {
  useFullScreen,
  usePlayerChoices,
  usePlayerKeys,
  usePlayerState,
  usePlayerTimes,
} from "./use-player-state";

interface PlayerBarProps {
  video: HTMLVideoElement | undefined;
  captions: readonly CaptionTrack[];
  chapters: readonly Chapter[];
  /** In seconds; null while unknown. */
  length: number | null;
  next?: ReactNode;
  sides: readonly number[];
  frames: FrameImage | undefined;
  /** Toggles the whole width of the page. */
  onWiden?: (() => void) | undefined;
  onNote?: (() => void) | undefined;
}

/** In rows of their own, so that they cover neither picture nor captions. The browser's own remain without script. */
export function PlayerBar({ video, ...shown }: PlayerBarProps) {
  const { choices, change } = usePlayerChoices(video);
  usePlayerKeys(video, choices?.keys === true);
  useOwnControls(video);
  const hydrated = useHydrated();
  // Keeps the room, so that nothing moves as the controls appear.
  if (!hydrated || !video || !choices)
    return <div className="h-[7.75rem] sm:h-[5.25rem] [@media(scripting:none)]:hidden" />;
  return <Controls video={video} choices={choices} change={change} {...shown} />;
}

/** Hides the browser's controls, and lets a click on the picture play and pause. */
function useOwnControls(video: HTMLVideoElement | undefined): void {
  useEffect(() => {
    if (!video) return;
    const press = () => runCommand(video, { do: "playOrPause" });
    const enlarge = () => runCommand(video, { do: "fullScreen" });
    video.controls = false;
    video.tabIndex = -1;
    video.addEventListener("click", press);
    video.addEventListener("dblclick", enlarge);
    return () => {
      video.controls = true;
      video.removeAttribute("tabindex");
      video.removeEventListener("click", press);
      video.removeEventListener("dblclick", enlarge);
    };
  }, [video]);
}

interface ControlsProps extends Omit<PlayerBarProps, "video"> {
  video: HTMLVideoElement;
  choices: PlayerChoices;
  change: (changes: Partial<PlayerChoices>) => void;
}

function Controls({
  video,
  captions,
  chapters,
  length,
  next,
  sides,
  frames,
  onWiden,
  onNote,
  choices,
  change,
}: ControlsProps) {
  const t = useText();
  const state = usePlayerState(video);
  const full = useFullScreen(video);
  const run = (command: PlayerCommand) => () => runCommand(video, command);
  const plays = state === "playing" || state === "waiting";
  return (
    <fieldset
      aria-label={t("player.controls")}
      className="min-w-0 px-2 pt-1 pb-2 group-data-idle/frame:hidden full:bg-surface sm:px-3 sm:pb-3"
    >
      <SeekStrip video={video} chapters={chapters} length={length} frames={frames} />
      <div className={classNames("relative flex flex-wrap items-center", !next && "sm:gap-x-1")}>
        <button
          type="button"
          aria-controls={playerId}
          aria-label={t(plays ? "player.pause" : "player.play")}
          title={t(plays ? "player.pause" : "player.play")}
          onClick={run({ do: "playOrPause" })}
          className="flex size-12 shrink-0 cursor-pointer items-center justify-center rounded-full bg-forest text-on-forest hover:bg-forest-strong"
        >
          {plays ? (
            <PlayerGlyph name="pause" heavy />
          ) : (
            <Icon name="play" className="ml-0.5 size-5 fill-current" />
          )}
        </button>
        <BarButton label={t("player.back10")} onClick={run({ do: "skip", seconds: -10 })} className="ml-1">
          <Icon name="undo" />
          <span>10 s</span>
        </BarButton>
        {!next && (
          <BarButton
            label={t("player.forward10")}
            onClick={run({ do: "skip", seconds: 10 })}
            className="max-sm:hidden"
          >
            <Icon name="undo" className="size-5 -scale-x-100" />
          </BarButton>
        )}
        <Times video={video} length={length} />
        <span className="grow" />
        {!next && (
          <BarButton
            label={t(choices.muted ? "player.unmute" : "player.mute")}
            onClick={run({ do: "mute" })}
            className="max-sm:order-3"
          >
            <PlayerGlyph name={choices.muted ? "silent" : "sound"} />
          </BarButton>
        )}
        {/* On phones a row of its own; full screen stays in the first, by its order. */}
        <div className="flex items-center flex-wrap max-sm:order-2 max-sm:grow max-sm:basis-3/4">
          <SpeedMenu video={video} rate={choices.rate} />
          {captions.length > 0 && (
            <CaptionsMenu video={video} captions={captions} chosen={choices.captions} />
          )}
          {chapters.length > 0 && <ChaptersMenu video={video} chapters={chapters} />}
          <MoreMenu video={video} choices={choices} change={change} sides={sides} hasNext={Boolean(next)} />
          {next && <span className="ml-auto sm:hidden">{next}</span>}
        </div>
        {onNote && (
          <BarButton label={t("player.note")} onClick={onNote} className="max-sm:order-1">
            <PlayerGlyph name="note" />
          </BarButton>
        )}
        {onWiden && (
          <BarButton
            label={t("player.theatre")}
            onClick={() => {
              change({ wide: !choices.wide });
              onWiden();
            }}
            className="max-lg:hidden full:hidden"
          >
            <PlayerGlyph name="wide" />
          </BarButton>
        )}
        {hasFullScreen(video) && (
          <BarButton
            label={t(full ? "player.smallScreen" : "player.fullScreen")}
            onClick={run({ do: "fullScreen" })}
            className="max-sm:order-1"
          >
            <PlayerGlyph name={full ? "small" : "full"} />
          </BarButton>
        )}
        {next && <span className="max-sm:hidden">{next}</span>}
      </div>
    </fieldset>
  );
}

function Times({ video, length }: { video: HTMLVideoElement; length: number | null }) {
  const { seconds, duration } = usePlayerTimes(video);
  const whole = duration || (length ?? 0);
  return (
    <p className="px-1 text-sm whitespace-nowrap text-ink-soft tabular-nums sm:px-2">
      <strong className="font-semibold text-ink">{clockMoment(Math.floor(seconds))}</strong>
      {whole > 0 && ` / ${clockMoment(Math.round(whole))}`}
    </p>
  );
}

interface BarButtonProps {
  label: string;
  onClick: () => void;
  className?: string;
  children: ReactNode;
}

function BarButton({ label, onClick, className, children }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-controls={playerId}
      aria-label={label}
      title={label}
      onClick={onClick}
      className={classNames(barButton, className)}
    >
      {children}
    </button>
  );
}
