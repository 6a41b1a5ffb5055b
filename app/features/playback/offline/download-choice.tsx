import { useState } from "react";
import { languages } from "~/i18n/languages";
import { useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { firstSize, type Size } from "./use-kept-copies";

interface DownloadChoiceProps {
  sizes: readonly Size[];
  onChoose: (height: number) => void;
}

export function DownloadChoice({ sizes, onChoose }: DownloadChoiceProps) {
  const t = useText();
  const writeSize = useSizeText();
  const [chosen, setChosen] = useState(() => firstSize(sizes));
  const [isBegun, setIsBegun] = useState(false);
  if (!chosen) return null;
  const begin = () => {
    setIsBegun(true);
    onChoose(chosen.height);
  };
  const title = t("player.downloadSize", { size: writeSize(chosen.bytes) });
  const face = (
    <>
      <Icon name="download" className="shrink-0" />
      <Words title={title} text={t("player.downloadHere")} isShort />
    </>
  );
  const look = classNames(copyLook, "w-full border-line-strong bg-surface hover:border-ink");
  if (sizes.length === 1)
    return (
      <button type="button" className={classNames(look, "text-left")} disabled={isBegun} onClick={begin}>
        {face}
      </button>
    );
  const names = (height: number) =>
    height < 0 ? t("player.qualitySound") : height === 0 ? t("player.qualityVideo") : `${height}p`;
  return (
    <details className="relative w-full">
      <summary className={classNames(look, "cursor-pointer list-none [&::-webkit-details-marker]:hidden")}>
        {face}
        <Icon name="chevron-down" className="ml-auto shrink-0" />
      </summary>
      <fieldset className="inset-x-0 z-30 mt-2 min-w-64 rounded-card border border-line bg-surface p-4 sm:absolute sm:right-0 sm:left-auto sm:shadow-lifted">
        <legend className="sr-only">{t("player.downloadSizes")}</legend>
        {[...sizes].reverse().map((size) => (
          <label key={size.height} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="height"
              className="size-5 accent-forest"
              checked={size.height === chosen.height}
              onChange={() => setChosen(size)}
            />
            {names(size.height)}
            <span className="ml-auto text-ink-soft tabular-nums">{writeSize(size.bytes)}</span>
          </label>
        ))}
        <Button type="button" size="small" className="mt-3 w-full" pending={isBegun} onClick={begin}>
          {title}
        </Button>
      </fieldset>
    </details>
  );
}

export const copyLook =
  "flex min-h-14 items-center gap-3 rounded-card border px-4 py-2 sm:min-h-11 sm:rounded-control sm:py-0 sm:text-sm";

interface WordsProps {
  title: string;
  text: string;
  /** Without the text on wide screens. */
  isShort?: boolean;
}

/** In two lines on phones, elsewhere in one. */
export function Words({ title, text, isShort = false }: WordsProps) {
  return (
    <span className="min-w-0 sm:flex sm:gap-2">
      <span className="block font-semibold">{title}</span>
      <span className={classNames("block text-sm", isShort && "sm:sr-only")}>{text}</span>
    </span>
  );
}

/** Writes bytes as megabytes. */
export function useSizeText(): (bytes: number) => string {
  const { numbers } = languages[useLocale()];
  return (bytes) =>
    `${(bytes / 1e6).toLocaleString(numbers, { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`;
}
