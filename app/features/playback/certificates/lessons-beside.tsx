import { Form } from "@remix-run/react";
import { PartLink, partId } from "~/features/videos/courses/part-link";
import { clockDuration, shortDuration } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { progressLook } from "~/ui/progress-look";
import { TextLink } from "~/ui/text-link";
import type { LessonsBeside, WatchedLesson, WatchedPart } from "./show-lessons.server";

interface LessonsBesideProps {
  course: LessonsBeside;
  videoId: string;
  /** The present lesson is completed, as the page knows it. */
  isDone: boolean;
}

interface LessonListProps extends LessonsBesideProps {
  /** The list is in a sheet over the page, which a chosen lesson replaces. */
  inSheet: boolean;
}

/** Returns the address of a lesson beside the others of its course. */
export function lessonPath(courseId: string, videoId: string): string {
  return `/watch/${videoId}?course=${courseId}`;
}

/** The id of the list of lessons. */
export const lessonsId = "lessons";

const allLessonsId = "all-lessons";

/**
 * The lessons of a course beside the player, as links, with the progress over all of them. On phones they are below the
 * player, and only the part of the present lesson is shown until a link opens the others.
 */
export function LessonList({ course, videoId, isDone, inSheet }: LessonListProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { parts, done, all, percent } = course;
  const folds = parts.length > 1 && parts.some(({ isHere }) => isHere);
  return (
    <section
      id={lessonsId}
      aria-labelledby="lessons-title"
      className={classNames(
        "scroll-mt-20 bg-surface",
        inSheet ? "px-4 pb-6 sm:px-6" : "rounded-card border border-line p-4 sm:p-5",
      )}
    >
      <h2 id="lessons-title" className="text-xl">
        {t("player.lessons")}
      </h2>
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
                    replace={inSheet}
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

/** Begins a course or a video again; what was reached stays. The player on the page begins anew, too. */
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

/** The name of a part, and how many of its lessons are completed; in a long course also the link that opens it. */
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
  replace,
}: {
  courseId: string;
  lesson: WatchedLesson;
  isHere: boolean;
  replace: boolean;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  const { id, number, title, seconds, isDone, positionSeconds } = lesson;
  const left = seconds !== null && !isDone && positionSeconds > 0 ? seconds - positionSeconds : 0;
  return (
    <li value={number}>
      <Link
        {...linkTo(lessonPath(courseId, id))}
        replace={replace}
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

/** Above a lesson's title: which of the course it is. */
export function LessonNumber({ course }: { course: LessonsBeside }) {
  const t = useText();
  const { here, all } = course;
  if (!here) return null;
  return (
    <p className="mt-5 -mb-4 text-sm text-ink-soft tabular-nums">
      {[t("player.lessonNumber", { number: here.number, all }), here.section].filter(Boolean).join(" · ")}
    </p>
  );
}

/** Leads to the next lesson; at the end of the course says so. */
export function NextLesson({ course }: { course: LessonsBeside }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { id, next, isFinished, hasCertificate } = course;
  if (next) {
    return (
      <Link
        {...linkTo(lessonPath(id, next.id))}
        className="mt-4 flex min-h-14 items-center justify-between gap-4 rounded-control border border-line-strong bg-surface px-4 py-2 hover:border-ink hover:bg-sunken"
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="block text-sm text-ink-soft">{t("player.nextLesson")}</span>
          <span className="font-semibold">{next.title}</span>
        </span>
        <Icon name="arrow-right" className="shrink-0" />
      </Link>
    );
  }
  if (!isFinished) return null;
  return (
    <p role="status" className="mt-4 rounded-control bg-success-soft p-4 font-semibold text-on-success-soft">
      {t("player.courseFinished")}{" "}
      {hasCertificate && (
        <Link {...linkTo(`/courses/${id}/certificate`)} className="underline underline-offset-4">
          {t("player.certificate")}
        </Link>
      )}
    </p>
  );
}
