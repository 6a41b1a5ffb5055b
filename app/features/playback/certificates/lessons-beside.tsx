import { Form } from "@remix-run/react";
import { PartLink, partId } from "~/features/videos/courses/part-link";
import { clockDuration, shortDuration } from "~/features/videos/listing/duration";
import { thumbnailSrcSet } from "~/features/videos/pictures/picture-paths";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link, TextLink } from "~/ui/link";
import { buttonLook, classNames, progressLook } from "~/ui/looks";
import { Thumbnail } from "~/ui/thumbnail";
import type { LessonsBeside, WatchedLesson, WatchedPart } from "./show-lessons.server";

interface LessonsBesideProps {
  course: LessonsBeside;
  videoId: string;
  /** Of the present lesson, as the page knows it. */
  isDone: boolean;
}

export function lessonPath(courseId: string, videoId: string): string {
  return `/watch/${videoId}?course=${courseId}`;
}

export const lessonsId = "lessons";

const allLessonsId = "all-lessons";

/** On phones below the player without the progress, folded to the part of the present lesson until a link opens it. */
export function LessonList({ course, videoId, isDone }: LessonsBesideProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { parts, all } = course;
  const folds = parts.length > 1 && parts.some(({ isHere }) => isHere);
  return (
    <section
      id={lessonsId}
      aria-labelledby="lessons-title"
      className="scroll-mt-20 lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-5"
    >
      <h2 id="lessons-title" className="text-xl max-lg:sr-only">
        {t("player.lessons")}
      </h2>
      <CourseProgress course={course} className="max-lg:hidden" />
      {course.done === course.all && (
        <div className="mt-3">
          <AgainForm productId={course.id}>{t("player.courseAgain")}</AgainForm>
        </div>
      )}
      {course.hasCertificate && (
        <TextLink {...linkTo(`/courses/${course.id}/certificate`)}>{t("player.certificate")}</TextLink>
      )}
      <div id={allLessonsId} className="lesson-parts scroll-mt-20">
        {parts.map((part) => (
          <div
            key={part.number}
            id={partId(part.number)}
            className={classNames(
              "scroll-mt-20",
              part.state === "open" ? "mt-4" : "mt-1",
              folds && !part.isHere && part.state !== "asked" && "other-part",
            )}
          >
            <PartHead part={part} />
            {part.lessons && (
              <ol className="-mx-2 mt-1">
                {part.lessons.map((lesson) => (
                  <LessonLink
                    key={lesson.id}
                    courseId={course.id}
                    lesson={lesson.id === videoId ? { ...lesson, isDone } : lesson}
                    isHere={lesson.id === videoId}
                  />
                ))}
              </ol>
            )}
          </div>
        ))}
      </div>
      {folds && (
        <a href={`#${allLessonsId}`} className={buttonLook("secondary", "medium", "all-lessons mt-4 w-full")}>
          {t("player.allLessons", { count: all })}
        </a>
      )}
    </section>
  );
}

/** What was reached stays. The page reloads, so that its player restarts, too. */
export function AgainForm({ productId, children }: { productId: string; children: string }) {
  const t = useText();
  const action = useLinkTo()(`/courses/${productId}/progress`).to;
  return (
    <Form method="post" action={action} reloadDocument className="max-w-full">
      <Button name="intent" value="reset" variant="quiet" size="small" title={t("player.againKeeps")}>
        <Icon name="undo" />
        {children}
      </Button>
    </Form>
  );
}

function PartHead({ part }: { part: WatchedPart }) {
  const t = useText();
  const { number, state, section, range, done, count, isHere } = part;
  const lessonsFromTo = range && t("player.lessonsFromTo", range);
  const title = section || lessonsFromTo;
  if (!title) return null;
  const head = (
    <>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {title}
        {section && lessonsFromTo && <span className="block font-normal text-ink-soft">{lessonsFromTo}</span>}
      </span>
      <span className="shrink-0 font-normal text-ink-soft tabular-nums">
        {t("player.sectionDone", { done, all: count })}
      </span>
    </>
  );
  const look = "font-sans text-sm font-bold tracking-normal";
  if (state === "open") return <h3 className={classNames("flex justify-between gap-4", look)}>{head}</h3>;
  return (
    <h3 className={classNames("-mx-2", look)}>
      <PartLink
        number={number}
        state={state}
        isHere={isHere}
        className={classNames(
          "flex min-h-11 items-center gap-4 rounded-control px-2 py-1.5 hover:bg-sunken",
          isHere && "bg-sunken",
        )}
      >
        {head}
        <Icon
          name="chevron-down"
          className={classNames("size-5 shrink-0", state === "asked" && "rotate-180")}
        />
      </PartLink>
    </h3>
  );
}

function LessonLink({
  courseId,
  lesson,
  isHere,
}: {
  courseId: string;
  lesson: WatchedLesson;
  isHere: boolean;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  const { id, number, title, seconds, isDone, positionSeconds } = lesson;
  const left = seconds !== null && !isDone && positionSeconds > 0 ? seconds - positionSeconds : 0;
  return (
    <li value={number}>
      <Link
        {...linkTo(lessonPath(courseId, id))}
        aria-current={isHere ? "page" : undefined}
        className={classNames("lesson-link", isHere && "bg-sunken font-semibold")}
      >
        {isDone && (
          <span className="lesson-done">
            <Icon name="check" className="size-3.5" />
            <span className="sr-only">{t("player.done")}</span>
          </span>
        )}
        <span>
          {number}. {title}
          {left > 0 && (
            <span className="block text-sm font-normal text-ink-soft">
              {t("player.left", { length: shortDuration(left) })}
            </span>
          )}
        </span>
        {seconds !== null && <span className="lesson-length">{clockDuration(seconds)}</span>}
      </Link>
    </li>
  );
}

export function CourseProgress({ course, className }: { course: LessonsBeside; className?: string }) {
  const t = useText();
  const { done, all, percent } = course;
  return (
    <div className={className}>
      <p className="mt-1 flex justify-between gap-4 text-sm text-ink-soft tabular-nums">
        <span>{t("player.lessonsDone", { done, all })}</span>
        <span className="font-bold text-forest-ink">{percent}%</span>
      </p>
      <progress
        value={percent}
        max={100}
        aria-label={t("player.courseProgress")}
        className={classNames("mt-1 block h-2 w-full", progressLook)}
      />
    </div>
  );
}

export function LessonNumber({ course }: { course: LessonsBeside }) {
  const t = useText();
  const { here, all } = course;
  if (!here) return null;
  return (
    <p className="mt-5 -mb-3 text-sm text-ink-soft tabular-nums">
      {[t("player.lessonNumber", { number: here.number, all }), here.section].filter(Boolean).join(" · ")}
    </p>
  );
}

export function NextLesson({ course, className }: { course: LessonsBeside; className?: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { id, next, isFinished, hasCertificate } = course;
  if (next) {
    return (
      <Link
        {...linkTo(lessonPath(id, next.id))}
        className={classNames(
          "flex items-center gap-4 rounded-cover border border-line bg-surface p-2.5 pr-4 hover:border-ink",
          className,
        )}
      >
        <span className="relative w-28 max-w-2/5 shrink-0 sm:w-32">
          <Thumbnail
            src={next.thumbnailUrl}
            srcSet={thumbnailSrcSet(next.thumbnailUrl)}
            sizes="8rem"
            alt=""
            className="rounded-control"
          />
          {next.seconds !== null && (
            <span className="absolute right-1.5 bottom-1.5 rounded-md bg-over-picture px-1.5 text-xs font-semibold text-on-picture tabular-nums">
              {clockDuration(next.seconds)}
            </span>
          )}
        </span>
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="block text-sm text-ink-soft">{t("player.upNext")}</span>
          <span className="font-semibold">
            {next.number}. {next.title}
          </span>
        </span>
        <Icon name="arrow-right" className="size-5 shrink-0" />
      </Link>
    );
  }
  if (!isFinished) return null;
  return (
    <p
      role="status"
      className={classNames(
        "rounded-control bg-success-soft p-4 font-semibold text-on-success-soft",
        className,
      )}
    >
      {t("player.courseFinished")}{" "}
      {hasCertificate && (
        <Link {...linkTo(`/courses/${id}/certificate`)} className="underline underline-offset-4">
          {t("player.certificate")}
        </Link>
      )}
    </p>
  );
}

/** In the player's bar, at the right thumb. */
export function NextButton({ course }: { course: LessonsBeside }) {
  const t = useText();
  const linkTo = useLinkTo();
  if (!course.next) return null;
  return (
    <Link
      {...linkTo(lessonPath(course.id, course.next.id))}
      aria-label={`${t("player.nextLesson")}: ${course.next.title}`}
      className="flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-semibold hover:bg-sunken sm:border sm:border-line-strong sm:px-4"
    >
      {t("player.next")}
      <Icon name="arrow-right" />
    </Link>
  );
}
