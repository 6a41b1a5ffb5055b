import type { ReactNode } from "react";
import type { Progress } from "~/features/playback/access/use-progress";
import { CourseProgress, LessonNumber, NextLesson } from "~/features/playback/certificates/lessons-beside";
import { DownloadLink } from "~/features/playback/offline/download-link";
import { DoneForm, ProgressStrip } from "~/features/playback/player/progress-strip";
import { creatorPath } from "~/features/shop/creators/profile-rules";
import { ShareLinks } from "~/features/shop/sales-page/share-page";
import { videoPath } from "~/features/videos/listing/video-address";
import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { Portrait } from "~/ui/portrait";
import type { PlayingPage } from "./show-watch-page.server";

interface LessonSection {
  /** Of its heading or box on the page. */
  id: string;
  name: string;
  /** 0 is not shown. */
  count?: number | string | undefined;
}

export function LessonTabs({ sections }: { sections: readonly LessonSection[] }) {
  const t = useText();
  if (sections.length < 2) return null;
  return (
    <nav aria-label={t("player.toSections")} className="mt-5 border-b border-line lg:hidden">
      <ul className="-mx-1 flex overflow-x-auto [scrollbar-width:none]">
        {sections.map(({ id, name, count }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
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

interface LessonHeadProps {
  watched: PlayingPage;
  progress: Progress;
  /** Beside the button that completes the lesson. */
  actions?: ReactNode;
}

/** Title, teacher and actions; on phones also course progress and next lesson. */
export function LessonHead({ watched, progress, actions }: LessonHeadProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { video, creator } = watched;
  const lessons = "lessons" in watched ? watched.lessons : undefined;
  const receiptOf = "receiptOf" in watched ? watched.receiptOf : undefined;
  return (
    <>
      {lessons && <LessonNumber course={lessons} />}
      <h1 className="mt-4 text-3xl break-words sm:text-4xl">{video.title}</h1>
      {lessons && <CourseProgress course={lessons} className="mt-2 lg:hidden" />}
      {lessons && <NextLesson course={lessons} className="mt-4 lg:hidden" />}
      <div className="relative mt-3 flex flex-wrap items-center gap-2">
        {creator && (
          <Link
            {...linkTo(creatorPath(creator.handle))}
            className="flex min-h-11 min-w-0 items-center gap-3 font-semibold underline-offset-4 hover:underline sm:flex-1"
          >
            <Portrait
              {...portraitSource(creator.portraitKey)}
              name={creator.name}
              sizes="2.75rem"
              className="size-11"
            />
            <span className="min-w-0 break-words max-sm:sr-only">{creator.name}</span>
          </Link>
        )}
        <div className="max-sm:flex-1 sm:ml-auto">
          <DoneForm videoId={video.id} isDone={progress.isDone} isLesson={lessons !== undefined} />
        </div>
        {actions}
        {watched.offline && (
          <div className="max-sm:order-last max-sm:basis-full [&>*]:max-sm:w-full">
            <DownloadLink id={video.id} offline={watched.offline} />
          </div>
        )}
        <details className="group/more">
          <summary
            aria-label={t("player.moreActions")}
            title={t("player.moreActions")}
            className={buttonLook(
              "secondary",
              "small",
              "size-11 cursor-pointer list-none px-0 [&::-webkit-details-marker]:hidden",
            )}
          >
            <Icon name="dots" />
          </summary>
          <div className="absolute right-0 z-30 mt-2 w-72 max-w-full space-y-3 rounded-card border border-line bg-surface p-3 shadow-lifted">
            {receiptOf && (
              <ButtonLink
                {...linkTo(`/purchases/${receiptOf}/receipt`)}
                variant="quiet"
                size="small"
                className="w-full"
              >
                {t("player.receipt")}
              </ButtonLink>
            )}
            <ShareLinks appUrl={watched.appUrl} path={videoPath(video)} title={video.title} />
          </div>
        </details>
      </div>
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
