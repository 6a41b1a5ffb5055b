import { useId } from "react";
import type { CaptionTrack } from "~/features/videos/captions/caption-languages";
import type { Chapter } from "~/features/videos/chapters/chapters";
import { clockMoment } from "~/features/videos/listing/duration";
import { useLocale, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { type PlayerChoices, rates } from "./player-choices";
import { PlayerGlyph } from "./player-glyph";
import { MenuChoice, PlayerMenu } from "./player-menu";
import { findPresentChapter } from "./strip-parts";
import { showCaptions } from "./use-player-choices";
import { usePlayerTimes } from "./use-player-state";

type Video = { video: HTMLVideoElement };

export function SpeedMenu({ video, rate }: Video & { rate: number }) {
  const t = useText();
  const locale = useLocale();
  const shown = rates.includes(rate as (typeof rates)[number])
    ? rates
    : [...rates, rate].sort((a, b) => a - b);
  const name = (speed: number) => `${speed.toLocaleString(locale)}×`;
  return (
    <PlayerMenu label={`${t("player.speed")}: ${name(rate)}`} face={name(rate)} on={rate !== 1}>
      {(close) =>
        shown.map((each) => (
          <MenuChoice
            key={each}
            checked={each === rate}
            onChoose={() => {
              video.playbackRate = each;
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

/** Without captions, the menu says so. */
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
      kind={captions.length > 0 ? "menu" : "panel"}
      on={chosen !== ""}
      face={<Face glyph="captions" text={t("player.captions")} />}
    >
      {(close) =>
        captions.length === 0 ? (
          <p className="px-3 py-2.5 text-sm text-ink-soft">{t("player.noCaptions")}</p>
        ) : (
          choices.map(({ language, name }) => (
            <MenuChoice
              key={language}
              checked={language === chosen}
              onChoose={() => {
                showCaptions(video, language);
                close();
              }}
            >
              {name}
            </MenuChoice>
          ))
        )
      }
    </PlayerMenu>
  );
}

export function ChaptersMenu({ video, chapters }: Video & { chapters: readonly Chapter[] }) {
  const t = useText();
  return (
    <PlayerMenu label={t("player.chapters")} face={<Face glyph="list" text={t("player.chapters")} />}>
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
        video.currentTime = chapter.seconds;
        close();
      }}
    >
      <span className="w-12 shrink-0 text-right font-normal">{clockMoment(chapter.seconds)}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{chapter.title}</span>
    </MenuChoice>
  ));
}

/** On phones with its name; between them and wide screens the icon alone. */
function Face({ glyph, text }: { glyph: "captions" | "list"; text: string }) {
  return (
    <>
      <PlayerGlyph name={glyph} />
      <span className="sm:max-xl:hidden">{text}</span>
    </>
  );
}

interface MoreMenuProps extends Video {
  choices: PlayerChoices;
  change: (changes: Partial<PlayerChoices>) => void;
}

/** Volume, the floating window, and the keys with a switch that turns them off. */
export function MoreMenu({ video, choices, change }: MoreMenuProps) {
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
              onChange={(event) => {
                video.volume = Number(event.currentTarget.value);
                video.muted = video.volume === 0;
              }}
              className="h-11 min-w-0 flex-1 cursor-pointer accent-forest"
            />
          </label>
          {document.pictureInPictureEnabled && (
            <button
              type="button"
              onClick={() => {
                const change = document.pictureInPictureElement
                  ? document.exitPictureInPicture()
                  : video.requestPictureInPicture();
                // Refused before the video is loaded.
                change.catch(() => undefined);
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
] as const;

/** Not on phones, which have no keys. */
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
