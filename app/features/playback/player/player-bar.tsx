import { useId } from "react";
import { useLocale, useText } from "~/i18n/use-locale";
import { buttonLook } from "~/ui/button-look";
import { useHydrated } from "~/ui/hydrated";
import { Icon, type IconName } from "~/ui/icons";
import { playerId } from "./moment-link";
import type { ShownCaptions } from "./play-video.server";
import { rates } from "./player-choices";
import { showCaptions, usePlayerChoices } from "./use-player-choices";
import { usePlayerElement } from "./use-player-element";
import { skip, usePlayerKeys } from "./use-player-keys";

interface PlayerBarProps {
  videoId: string;
  captions: readonly ShownCaptions[];
  hasChapters: boolean;
}

/**
 * Below the browser's own controls: ten seconds back and forward, speed, captions, chapters, picture in picture, and
 * keys.
 */
export function PlayerBar({ videoId, captions, hasChapters }: PlayerBarProps) {
  const t = useText();
  const locale = useLocale();
  const video = usePlayerElement(videoId);
  const { choices, change } = usePlayerChoices(video);
  usePlayerKeys(video, choices?.keys === true);
  const hydrated = useHydrated();
  // The room is kept, so that nothing moves as the controls appear.
  if (!hydrated || !video || !choices) return <div className="mt-2 min-h-11" />;
  const shown = rates.includes(choices.rate as (typeof rates)[number])
    ? rates
    : [...rates, choices.rate].sort((a, b) => a - b);
  return (
    <fieldset aria-label={t("player.controls")} className="mt-2 flex flex-wrap items-center gap-x-1 gap-y-2">
      <BarButton icon="undo" label={t("player.back10")} text="10 s" onClick={() => skip(video, -10)} />
      <BarButton
        icon="undo"
        mirrored
        label={t("player.forward10")}
        text="10 s"
        onClick={() => skip(video, 10)}
      />
      <BarSelect
        label={t("player.speed")}
        value={String(choices.rate)}
        onChange={(rate) => {
          video.playbackRate = Number(rate);
        }}
        options={shown.map((rate) => ({ value: String(rate), label: `${rate.toLocaleString(locale)}×` }))}
      />
      {captions.length > 0 && (
        <BarSelect
          label={t("player.captions")}
          value={choices.captions}
          onChange={(language) => showCaptions(video, language)}
          options={[
            { value: "", label: t("player.captionsOff") },
            ...captions.map(({ language, name }) => ({ value: language, label: name })),
          ]}
        />
      )}
      {hasChapters && (
        <a href="#chapters" className={buttonLook("quiet", "small", "px-3")}>
          <Icon name="menu" />
          {t("player.chapters")}
        </a>
      )}
      {document.pictureInPictureEnabled && (
        <BarButton
          icon="video"
          label={t("player.pictureInPicture")}
          onClick={() => {
            const change = document.pictureInPictureElement
              ? document.exitPictureInPicture()
              : video.requestPictureInPicture();
            // Refused before the video is loaded.
            change.catch(() => undefined);
          }}
        />
      )}
      <Shortcuts on={choices.keys} onChange={(keys) => change({ keys })} />
    </fieldset>
  );
}

interface BarButtonProps {
  icon: IconName;
  mirrored?: boolean;
  label: string;
  text?: string;
  onClick: () => void;
}

function BarButton({ icon, mirrored, label, text, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-controls={playerId}
      aria-label={label}
      title={label}
      onClick={onClick}
      className={buttonLook("quiet", "small", "px-3 tabular-nums")}
    >
      <Icon name={icon} className={mirrored ? "size-5 -scale-x-100" : "size-5"} />
      {text}
    </button>
  );
}

interface BarSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function BarSelect({ label, value, options, onChange }: BarSelectProps) {
  return (
    <span className="relative">
      <select
        aria-label={label}
        aria-controls={playerId}
        title={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="min-h-11 cursor-pointer appearance-none rounded-control bg-success-soft py-2 pr-9 pl-3 text-base font-semibold text-on-success-soft tabular-nums sm:text-sm"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-ink">
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-on-success-soft"
      />
    </span>
  );
}

/** The keys, with a switch that turns them off. Not on phones, which have none. */
function Shortcuts({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const t = useText();
  const id = useId();
  return (
    <details className="group relative hidden sm:block [&[open]]:w-full">
      <summary className={buttonLook("quiet", "small", "cursor-pointer list-none px-3")}>
        {t("player.keys")}
      </summary>
      <div className="mt-2 rounded-card border border-line bg-surface p-4 text-sm">
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
        <ul className="mt-2 grid gap-x-8 gap-y-1 text-ink-soft sm:grid-cols-2">
          {(
            ["keyPlay", "keySkip", "keyArrows", "keyNumbers", "keyFull", "keyCaptions", "keyMute"] as const
          ).map((key) => (
            <li key={key}>{t(`player.${key}`)}</li>
          ))}
        </ul>
      </div>
    </details>
  );
}
