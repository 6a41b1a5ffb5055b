import { useEffect, useState } from "react";
import { PlayerGlyph } from "~/features/playback/player/player-glyph";
import { type Locale, languages } from "~/i18n/languages";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icons";
import { Link } from "~/ui/link";
import { copyLook, DownloadChoice, useSizeText, Words } from "./download-choice";
import {
  askForOffer,
  firstSize,
  type KeptCopy,
  keepsCopies,
  listKeptCopies,
  loadKeeping,
  type Size,
  useKeptCopy,
} from "./use-kept-copies";

/**
 * Downloads a lesson to this device and says what is kept of it. Without script, and where this browser keeps no copies,
 * it leads to the page of the downloads. `offline`: null without a file to keep, which shows nothing.
 */
export function DownloadLink({ id, offline }: { id: string; offline: "allowed" | "refused" | null }) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  const writeSize = useSizeText();
  const { copy, look } = useKeptCopy(offline === "allowed" ? id : undefined);
  const sizes = useSizes(copy === null ? id : undefined);
  if (offline === null) return null;
  if (offline === "refused")
    return (
      <p className={`${copyLook} border-dashed border-line-strong`}>
        <Icon name="lock" className="shrink-0" />
        <Words title={t("player.offlineOnly")} text={t("player.offlineRefused")} />
      </p>
    );
  const downloads = linkTo(`/downloads?video=${id}`);
  const keep = async (act: (keeping: Awaited<ReturnType<typeof loadKeeping>>) => Promise<unknown>) => {
    const keeping = await loadKeeping();
    keeping.page.changed = look;
    // That page explains a refusal.
    keeping.page.refused = () => location.assign(downloads.to);
    await act(keeping);
    look();
  };
  if (!copy && sizes)
    return (
      <DownloadChoice
        key={id}
        sizes={sizes}
        onChoose={(height) => keep(async ({ take, run }) => (await take(id, height)) && run())}
      />
    );
  const [icon, title, text] = describeCopy(copy, { locale, t, writeSize });
  const words = (
    <>
      <Icon name={icon} className="shrink-0" />
      <Words title={title} text={text} isShort={!copy} />
    </>
  );
  if (!copy || copy.state === "done" || copy.state === "over")
    return (
      <Link
        {...(copy?.state === "done" ? linkTo("/downloads") : downloads)}
        reloadDocument
        className={`${copyLook} ${
          copy?.state === "done"
            ? "border-transparent bg-success-soft text-on-success-soft"
            : "border-line-strong bg-surface hover:border-ink"
        }`}
      >
        {words}
      </Link>
    );
  const isLoading = copy.state === "loading";
  const name = isLoading ? t("player.copyPause") : t("player.copyContinue");
  return (
    <div className={`${copyLook} relative overflow-hidden border-line-strong bg-surface pr-1.5`}>
      {words}
      <Button
        type="button"
        variant="quiet"
        size="small"
        className="ml-auto size-11 shrink-0 px-0"
        aria-label={name}
        title={name}
        onClick={() => keep(({ pause, resume }) => (isLoading ? pause(copy.id) : resume([copy.id])))}
      >
        {isLoading ? <PlayerGlyph name="pause" /> : <Icon name="play" />}
      </Button>
      <progress
        aria-hidden="true"
        max={copy.bytes}
        value={copy.saved}
        className="watched absolute inset-x-0 bottom-0 h-1 w-full"
      />
    </div>
  );
}

/** Undefined while unknown, and where the browser keeps no copies. */
function useSizes(id: string | undefined): Size[] | undefined {
  const [found, setFound] = useState<{ id: string; sizes: Size[] }>();
  useEffect(() => {
    if (!id || !keepsCopies()) return;
    let over = false;
    askForOffer(id)
      .then(({ lessons }) => !over && setFound({ id, sizes: lessons[0]?.sizes ?? [] }))
      .catch(() => undefined);
    return () => {
      over = true;
    };
  }, [id]);
  return found?.id === id && found?.sizes.length ? found.sizes : undefined;
}

function describeCopy(
  copy: KeptCopy | null | undefined,
  {
    locale,
    t,
    writeSize,
  }: { locale: Locale; t: ReturnType<typeof useText>; writeSize: ReturnType<typeof useSizeText> },
): [icon: IconName, title: string, text: string] {
  if (!copy) return ["download", t("player.download"), t("player.downloadFor")];
  const { bytes, saved, until } = copy;
  const size = writeSize(bytes);
  const percent = Math.floor((saved / bytes) * 100);
  const part = t("player.copyPart", { saved: writeSize(saved), size });
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

function writeDay(time: number, locale: Locale): string {
  const day = new Date(time).toLocaleDateString(languages[locale].numbers, {
    day: "numeric",
    month: "short",
  });
  return day.replace(" de ", " ").replace(".", "");
}

/** How many lessons of a course are left to keep, with their size. Nothing without script, which the page needs. */
export function CourseDownload({ id }: { id: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const writeSize = useSizeText();
  const [left, setLeft] = useState<{ count: number; bytes: number }>();
  useEffect(() => {
    let over = false;
    const ask = async () => {
      const { lessons } = await askForOffer(id);
      if (over) return;
      const kept = await listKeptCopies();
      const missing = lessons.filter((lesson) => !kept.some(({ videoId }) => videoId === lesson.id));
      const bytes = missing.reduce((sum, { sizes }) => sum + (firstSize(sizes)?.bytes ?? 0), 0);
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
            ? t("coursePage.download", { count: left.count, size: writeSize(left.bytes) })
            : t("coursePage.downloaded")}
        </ButtonLink>
      )}
    </div>
  );
}
