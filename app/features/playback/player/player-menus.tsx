import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { CaptionTrack } from "~/features/videos/lesson-files/caption-files";
import type { Chapter } from "~/features/videos/lesson-files/chapters";
import { clockMoment } from "~/features/videos/listing/duration";
import { soundOnly } from "~/features/videos/media/rungs";
import { useLocale, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { listRates, type PlayerChoices } from "./player-choices";
import { qualityEvent, runCommand } from "./player-commands";
import { PlayerGlyph } from "./player-glyph";
import { findPresentChapter } from "./seek-strip";
import { usePlayerTimes } from "./use-player-state";

interface PlayerMenuProps {
  label: string;
  face: ReactNode;
  on?: boolean;
  /** `menu`: choices for the arrow keys. `panel`: controls of other kinds. */
  kind?: "menu" | "panel";
  className?: string;
  children: (close: () => void) => ReactNode;
}

const itemSelector = "[role^=menuitem]";

/** Opens above the bar, on phones as a sheet at the bottom. Escape and a press outside close it. */
function PlayerMenu({ label, face, on, kind = "menu", className, children }: PlayerMenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const box = root.current;
    const first =
      box?.querySelector<HTMLElement>("[aria-checked=true], [aria-current=true]") ??
      box?.querySelector<HTMLElement>(`${itemSelector}, input`);
    first?.focus();
    const press = (event: PointerEvent) => {
      if (!box?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    } else if (kind === "menu" && event.key === "Tab") setOpen(false);
    else if (kind === "menu") moveFocus(event, root.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the menu inside
    <div ref={root} className={classNames("sm:relative", className)} onKeyDown={pressKey}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup={kind === "menu" ? "menu" : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={label}
        onClick={() => setOpen(!isOpen)}
        className={classNames(barButton, (on || isOpen) && "bg-success-soft text-on-success-soft!")}
      >
        {face}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have names
        <div
          id={id}
          role={kind === "menu" ? "menu" : "group"}
          aria-label={label}
          className="z-40 overflow-y-auto overscroll-contain border border-line bg-surface p-2 shadow-lifted max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[70dvh] max-sm:rounded-t-panel max-sm:pb-[calc(0.5rem+env(safe-area-inset-bottom))] sm:absolute sm:right-0 sm:bottom-full sm:mb-2 sm:max-h-80 sm:w-max sm:max-w-80 sm:min-w-44 sm:rounded-card"
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  const items = [...(box?.querySelectorAll<HTMLElement>(itemSelector) ?? [])];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const places = new Map([
    ["ArrowDown", at + 1],
    ["ArrowUp", at - 1],
    ["Home", 0],
    ["End", items.length - 1],
  ]);
  const to = places.get(event.key);
  if (to === undefined || items.length === 0) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}

interface MenuChoiceProps {
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function MenuChoice({ checked, onChoose, children }: MenuChoiceProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      onClick={onChoose}
      className={classNames(
        "flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-left text-sm font-semibold tabular-nums hover:bg-sunken",
        checked && "bg-success-soft text-on-success-soft",
      )}
    >
      {children}
    </button>
  );
}

type Video = { video: HTMLVideoElement };

export function SpeedMenu({ video, rate }: Video & { rate: number }) {
  const t = useText();
  const locale = useLocale();
  const known = listRates();
  const speeds = known.includes(rate) ? known : [...known, rate].sort((a, b) => a - b);
  const name = (speed: number) => `${speed.toLocaleString(locale)}×`;
  return (
    <PlayerMenu label={`${t("player.speed")}: ${name(rate)}`} face={name(rate)} on={rate !== 1}>
      {(close) =>
        speeds.map((each) => (
          <MenuChoice
            key={each}
            checked={each === rate}
            onChoose={() => {
              runCommand(video, { do: "setRate", rate: each });
              close();
            }}
          >
            {name(each)}
          </MenuChoice>
        ))
      }
    </PlayerMenu>
  );
}

export function CaptionsMenu({
  video,
  captions,
  chosen,
}: Video & { captions: readonly CaptionTrack[]; chosen: string }) {
  const t = useText();
  const choices = [
    { language: "", name: t("player.captionsOff") },
    ...captions.map(({ language, name }) => ({ language: language as string, name })),
  ];
  return (
    <PlayerMenu
      label={t("player.captions")}
      on={chosen !== ""}
      face={<Face glyph="captions" text={t("player.captions")} />}
    >
      {(close) =>
        choices.map(({ language, name }) => (
          <MenuChoice
            key={language}
            checked={language === chosen}
            onChoose={() => {
              runCommand(video, { do: "captions", language });
              close();
            }}
          >
            {name}
          </MenuChoice>
        ))
      }
    </PlayerMenu>
  );
}

export function ChaptersMenu({ video, chapters }: Video & { chapters: readonly Chapter[] }) {
  const t = useText();
  return (
    <PlayerMenu
      label={t("player.chapters")}
      face={<Face glyph="list" text={t("player.chapters")} wideOnly />}
    >
      {(close) => <ChapterChoices video={video} chapters={chapters} close={close} />}
    </PlayerMenu>
  );
}

function ChapterChoices({
  video,
  chapters,
  close,
}: Video & { chapters: readonly Chapter[]; close: () => void }) {
  const present = findPresentChapter(chapters, usePlayerTimes(video).seconds);
  return chapters.map((chapter) => (
    <MenuChoice
      key={chapter.seconds}
      checked={chapter === present}
      onChoose={() => {
        runCommand(video, { do: "seek", seconds: chapter.seconds });
        close();
      }}
    >
      <span className="w-12 shrink-0 text-right font-normal">{clockMoment(chapter.seconds)}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{chapter.title}</span>
    </MenuChoice>
  ));
}

/** On phones with its name, unless `wideOnly`; between phones and wide screens the icon alone. */
function Face({ glyph, text, wideOnly }: { glyph: "captions" | "list"; text: string; wideOnly?: true }) {
  return (
    <>
      <PlayerGlyph name={glyph} />
      <span className={wideOnly ? "max-xl:hidden" : "sm:max-xl:hidden"}>{text}</span>
    </>
  );
}

interface MoreMenuProps extends Video {
  choices: PlayerChoices;
  change: (changes: Partial<PlayerChoices>) => void;
  /** As `PlayerChoices.quality`; nothing where the player has one file. */
  sides: readonly number[];
  hasNext: boolean;
}

/** It does nothing in an app on the home screen of an iPhone, although Safari announces it. */
const hasFloatingWindow = () =>
  document.pictureInPictureEnabled && !(navigator as { standalone?: boolean }).standalone;

export function MoreMenu({ video, choices, change, sides, hasNext }: MoreMenuProps) {
  const t = useText();
  return (
    <PlayerMenu label={t("player.more")} kind="panel" face={<PlayerGlyph name="more" heavy />}>
      {(close) => (
        <>
          <label className="flex min-h-11 items-center gap-3 px-3 text-sm font-semibold">
            {t("player.volume")}
            <input
              type="range"
              min={0}
              max={1}
              step={0.05}
              value={choices.muted ? 0 : choices.volume}
              onChange={(event) =>
                runCommand(video, { do: "setVolume", volume: Number(event.currentTarget.value) })
              }
              className="h-11 min-w-0 flex-1 cursor-pointer accent-forest"
            />
          </label>
          {sides.length > 1 && (
            <label className="flex min-h-11 items-center gap-3 px-3 text-sm font-semibold">
              {t("player.quality")}
              <select
                value={sides.includes(choices.quality) ? choices.quality : 0}
                onChange={(event) => {
                  change({ quality: Number(event.currentTarget.value) });
                  video.dispatchEvent(new Event(qualityEvent));
                }}
                className="ml-auto min-h-11 rounded-control border border-line-strong bg-surface px-3 text-base text-ink sm:text-sm"
              >
                <option value={0}>{t("player.qualityAuto")}</option>
                {sides.map((side) => (
                  <option key={side} value={side}>
                    {side === soundOnly ? t("player.qualitySound") : side}
                  </option>
                ))}
              </select>
            </label>
          )}
          {hasNext && (
            <label className="flex min-h-11 items-center gap-3 px-3 text-sm font-semibold">
              {t("player.nextByItself")}
              <input
                type="checkbox"
                checked={choices.next}
                onChange={(event) => change({ next: event.currentTarget.checked })}
                className="ml-auto size-5 accent-forest"
              />
            </label>
          )}
          {hasFloatingWindow() && (
            <button
              type="button"
              onClick={() => {
                runCommand(video, { do: "pictureInPicture" });
                close();
              }}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-sm font-semibold hover:bg-sunken"
            >
              <PlayerGlyph name="window" />
              {t("player.pictureInPicture")}
            </button>
          )}
          <Shortcuts on={choices.keys} onChange={(keys) => change({ keys })} />
        </>
      )}
    </PlayerMenu>
  );
}

const keyNames = [
  "keyPlay",
  "keySkip",
  "keyArrows",
  "keyNumbers",
  "keyFull",
  "keyCaptions",
  "keyMute",
  "keySpeed",
  "keyNote",
] as const;

function Shortcuts({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const t = useText();
  const id = useId();
  return (
    <details className="group/keys max-sm:hidden">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-control px-3 text-sm font-semibold hover:bg-sunken">
        {t("player.keys")}
        <Icon name="chevron-down" className="size-4 group-open/keys:rotate-180" />
      </summary>
      <div className="px-3 pb-2 text-sm">
        <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            id={id}
            type="checkbox"
            checked={on}
            onChange={(event) => onChange(event.currentTarget.checked)}
            className="size-5 accent-forest"
          />
          {t("player.useKeys")}
        </label>
        <ul className="space-y-1 text-ink-soft">
          {keyNames.map((key) => (
            <li key={key}>{t(`player.${key}`)}</li>
          ))}
        </ul>
      </div>
    </details>
  );
}

export const barButton =
  "flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-2 text-sm font-semibold text-ink-soft tabular-nums hover:bg-sunken hover:text-ink sm:px-2.5";
