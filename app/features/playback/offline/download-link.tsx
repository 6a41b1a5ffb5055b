import { useEffect, useState } from "react";
import { type Locale, languages } from "~/i18n/languages";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Icon, type IconName } from "~/ui/icons";
import { Link } from "~/ui/link";
import type { CopyOffer } from "./keep-copy.server";
import { type KeptCopy, listKeptCopies, useKeptCopy } from "./use-kept-copies";

/**
 * Leads to the page that keeps a lesson on the device, with what is kept of it there. `offline`: null without a file of
 * ours, which shows nothing.
 */
export function DownloadLink({ id, offline }: { id: string; offline: "allowed" | "refused" | null }) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  const copy = useKeptCopy(offline === "allowed" ? id : undefined);
  if (offline === null) return null;
  if (offline === "refused")
    return (
      <p className={`${look} border-dashed border-line-strong`}>
        <Icon name="lock" className="shrink-0" />
        <Words title={t("player.offlineOnly")} text={t("player.offlineRefused")} />
      </p>
    );
  const [icon, title, text] = describeCopy(copy, locale, t);
  const isDone = copy?.state === "done";
  return (
    <Link
      {...linkTo(isDone ? "/downloads" : `/downloads?video=${id}`)}
      reloadDocument
      className={`${look} relative overflow-hidden ${
        isDone
          ? "border-transparent bg-success-soft text-on-success-soft"
          : "border-line-strong bg-surface hover:border-ink"
      }`}
    >
      <Icon name={icon} className="shrink-0" />
      <Words title={title} text={text} isShort={!copy} />
      {copy && !isDone && (
        <progress
          aria-hidden="true"
          max={copy.bytes}
          value={copy.saved}
          className="watched absolute inset-x-0 bottom-0 h-1 w-full"
        />
      )}
    </Link>
  );
}

const look =
  "flex min-h-14 items-center gap-3 rounded-card border px-4 py-2 sm:min-h-11 sm:rounded-control sm:py-0 sm:text-sm";

/** In two lines on phones; elsewhere in one, without the text if `isShort`. */
function Words({ title, text, isShort = false }: { title: string; text: string; isShort?: boolean }) {
  return (
    <span className="min-w-0 sm:flex sm:gap-2">
      <span className="block font-semibold">{title}</span>
      <span className={classNames("block text-sm", isShort && "sm:sr-only")}>{text}</span>
    </span>
  );
}

function describeCopy(
  copy: KeptCopy | undefined,
  locale: Locale,
  t: ReturnType<typeof useText>,
): [icon: IconName, title: string, text: string] {
  if (!copy) return ["download", t("player.download"), t("player.downloadFor")];
  const { bytes, saved, until } = copy;
  const size = writeSize(bytes, locale);
  const percent = Math.floor((saved / bytes) * 100);
  const part = t("player.copyPart", { saved: writeSize(saved, locale), size });
  switch (copy.state) {
    case "done":
      return ["check", t("player.copyDone"), t("player.copyUntil", { size, day: writeDay(until, locale) })];
    case "over":
      return ["clock", t("player.copyOver"), t("player.copyOverText")];
    case "full":
      return ["alert", t("player.copyFull"), t("player.copyFullText")];
    case "loading":
      return ["download", t("player.copyLoading", { percent }), part];
    default:
      return ["download", t("player.copyPaused", { percent }), part];
  }
}

const writeSize = (bytes: number, locale: Locale) =>
  `${(bytes / 1e6).toLocaleString(languages[locale].numbers, { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`;

function writeDay(time: number, locale: Locale): string {
  const day = new Date(time).toLocaleDateString(languages[locale].numbers, {
    day: "numeric",
    month: "short",
  });
  return day.replace(" de ", " ").replace(".", "");
}

/**
 * Leads to the page that keeps the lessons of a course on the device, with how many are left to keep and their size,
 * which the server is asked for once the page is shown. Without script there is nothing, as that page needs it.
 */
export function CourseDownload({ id }: { id: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  const [left, setLeft] = useState<{ count: number; bytes: number }>();
  useEffect(() => {
    let over = false;
    const ask = async () => {
      const answer = await fetch(`/watch/${id}/download`, {
        method: "POST",
        body: new URLSearchParams(),
        redirect: "manual",
      });
      if (!answer.ok || over) return;
      const { lessons } = (await answer.json()) as CopyOffer;
      const kept = await listKeptCopies();
      const missing = lessons.filter((lesson) => !kept.some(({ videoId }) => videoId === lesson.id));
      // The size that is offered first: the largest picture.
      const bytes = missing.reduce((sum, { sizes }) => sum + (sizes.at(-1)?.bytes ?? 0), 0);
      if (!over) setLeft({ count: missing.length, bytes });
    };
    ask().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [id]);
  return (
    <div className="min-h-11">
      {left && (
        <ButtonLink
          {...linkTo(left.count > 0 ? `/downloads?video=${id}` : "/downloads")}
          reloadDocument
          variant="secondary"
          size="small"
        >
          <Icon name={left.count > 0 ? "download" : "check"} />
          {left.count > 0
            ? t("coursePage.download", { count: left.count, size: writeSize(left.bytes, locale) })
            : t("coursePage.downloaded")}
        </ButtonLink>
      )}
    </div>
  );
}
