import { shortDuration } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";

interface IncludedProps {
  seconds: number | null;
  /** Names of the languages; null if the captions are not ours to know. */
  captions: string[] | null;
  /** The files that come with it, in the page's language. */
  files: string | undefined;
}

/** What the price includes, as far as it is stored: the length of the video, its captions and files. */
export function Included({ seconds, captions, files }: IncludedProps) {
  const t = useText();
  const items = [
    seconds === null ? "" : t("salesPage.includesLength", { length: shortDuration(seconds) }),
    captions?.length ? t("salesPage.includesCaptions", { languages: captions.join(", ") }) : "",
    files ?? "",
  ].filter((item) => item !== "");
  if (items.length === 0) return null;
  return (
    <ul aria-label={t("salesPage.includes")} className="mb-4 space-y-2">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Icon name="check" className="mt-0.5 size-5 text-forest-ink" />
          {item}
        </li>
      ))}
    </ul>
  );
}
