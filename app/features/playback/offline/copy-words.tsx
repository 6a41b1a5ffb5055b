import { languages } from "~/i18n/languages";
import { useLocale } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";

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
