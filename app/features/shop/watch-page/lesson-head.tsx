import type { MouseEvent, ReactNode, RefObject } from "react";
import type { Progress } from "~/features/playback/access/use-progress";
import { DoneForm, ProgressStrip } from "~/features/playback/player/progress-strip";
import { creatorPath } from "~/features/shop/creators/profile-rules";
import { SharePage } from "~/features/shop/sales-page/share-page";
import { videoPath } from "~/features/videos/listing/video-address";
import { portraitSource } from "~/features/videos/pictures/picture-sizes";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { Portrait } from "~/ui/portrait";
import type { PlayingPage } from "./playing-page";

interface LessonSection {
  /** The id of its heading or box on the page. */
  id: string;
  name: string;
  /** How many there are; 0 is not shown. */
  count?: number | string | undefined;
  /** What script does in place of the link. */
  onClick?: (event: MouseEvent) => void;
}

/** Links to the parts of the page below the player. */
export function LessonTabs({ sections }: { sections: readonly LessonSection[] }) {
  const t = useText();
  if (sections.length < 2) return null;
  return (
    <nav aria-label={t("player.toSections")} className="mt-6 border-b border-line">
      <ul className="-mx-1 flex overflow-x-auto [scrollbar-width:none]">
        {sections.map(({ id, name, count, onClick }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              onClick={onClick}
              className="-mb-px flex min-h-12 items-center gap-1.5 border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-ink-soft hover:border-forest-ink hover:text-ink sm:px-4"
            >
              {name}
              {Boolean(count) && (
                <span className="text-sm font-normal text-ink-faint tabular-nums">{count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The browser's own modal dialog at the bottom of the window: Escape, a press outside and the button close it. */
export function LessonSheet({
  dialog,
  onClose,
  children,
}: {
  dialog: RefObject<HTMLDialogElement>;
  onClose: () => void;
  /** The list while the sheet is open. */
  children: ReactNode;
}) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Escape
    <dialog
      ref={dialog}
      aria-labelledby="lessons-title"
      className="lesson-sheet"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      {children && (
        <>
          <div className="sticky top-0 z-10 flex justify-end bg-surface px-2 pt-2">
            <Button type="button" variant="quiet" size="small" onClick={() => dialog.current?.close()}>
              <Icon name="close" className="size-5" />
              {t("common.close")}
            </Button>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}

/** Title, who teaches, and how far the viewer has come. */
export function LessonHead({ watched, progress }: { watched: PlayingPage; progress: Progress }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { video, creator } = watched;
  return (
    <>
      <div className="mt-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 flex-1 basis-72 text-3xl break-words sm:text-4xl">{video.title}</h1>
        <DoneForm videoId={video.id} isDone={progress.isDone} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        {creator && (
          <Link
            {...linkTo(creatorPath(creator.handle))}
            className="flex min-h-11 min-w-0 items-center gap-3 font-semibold underline-offset-4 hover:underline"
          >
            <Portrait {...portraitSource(creator.portraitKey)} name={creator.name} sizes="2rem" />
            <span className="min-w-0 break-words">{creator.name}</span>
          </Link>
        )}
        {"receiptOf" in watched && watched.receiptOf && (
          <ButtonLink {...linkTo(`/purchases/${watched.receiptOf}/receipt`)} variant="quiet" size="small">
            {t("player.receipt")}
          </ButtonLink>
        )}
      </div>
      <SharePage
        label={`${t("player.share")}: ${video.title}`}
        appUrl={watched.appUrl}
        path={videoPath(video)}
        title={video.title}
      />
      <ProgressStrip
        key={video.id}
        videoId={video.id}
        startSeconds={watched.startSeconds}
        seconds={watched.seconds}
        progress={progress}
      />
    </>
  );
}
