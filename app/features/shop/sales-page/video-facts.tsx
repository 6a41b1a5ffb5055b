import { formatDay } from "~/features/base/form-fields/dates";
import { shortDuration } from "~/features/videos/listing/duration";
import { useLocale, useText } from "~/i18n/use-locale";

interface VideoFactsProps {
  seconds: number | null;
  /** The spoken language's name in the language of the page. */
  language: string | undefined;
  /** Names of the languages; null if the captions are YouTube's. */
  captions: string[] | null;
  publishedAt: Date | string | null;
  updatedAt: Date | string | null;
}

/** The facts that are stored of a video, each under its name. */
export function VideoFacts({ seconds, language, captions, publishedAt, updatedAt }: VideoFactsProps) {
  const t = useText();
  const locale = useLocale();
  const day = updatedAt ?? publishedAt;
  const facts = [
    seconds !== null && { name: t("salesPage.duration"), value: shortDuration(seconds) },
    language && { name: t("salesPage.language"), value: language },
    captions !== null && {
      name: t("salesPage.captions"),
      value: captions.join(", ") || t("salesPage.no"),
    },
    day && {
      name: t(updatedAt ? "salesPage.updated" : "salesPage.published"),
      value: formatDay(new Date(day), locale),
    },
  ].filter((fact) => !!fact);
  if (facts.length === 0) return null;
  return (
    <dl
      aria-label={t("salesPage.details")}
      className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4 border-y border-line py-5 sm:grid-cols-4"
    >
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-ink-faint">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
