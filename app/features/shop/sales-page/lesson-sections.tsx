import { PartLink, partId } from "~/features/videos/courses/part-link";
import { clockDuration, shortDuration } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import type { LessonsView, LessonView, PartView } from "./show-course.server";

interface LessonSectionsProps {
  courseId: string;
  lessons: LessonsView;
  ownsAll: boolean;
}

/** Sections of a short course that are open at first. */
const openSections = 3;

/** Free and owned lessons play, the others have a lock. */
export function LessonSections({ courseId, lessons, ownsAll }: LessonSectionsProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { parts, isLong, sectionCount, count, freeCount, seconds, firstFreeId } = lessons;
  const facts = [
    sectionCount > 1 ? t("coursePage.parts", { count: sectionCount }) : "",
    countLessons(t, count),
    seconds > 0 ? shortDuration(seconds) : "",
    freeCount > 0 && !ownsAll ? t("coursePage.freeCount", { count: freeCount }) : "",
  ];
  const Part = isLong ? LongPart : ShortPart;
  return (
    <section id="lessons" aria-labelledby="lessons-title">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="lessons-title" className="text-2xl sm:text-[1.75rem]">
            {t("coursePage.lessons")}
          </h2>
          <p className="mt-1 text-ink-soft tabular-nums">{facts.filter(Boolean).join(" · ")}</p>
        </div>
        {firstFreeId && !ownsAll && (
          <ButtonLink {...linkTo(freeLessonPath(courseId, firstFreeId))} variant="secondary">
            <Icon name="play" />
            {t("coursePage.firstFree")}
          </ButtonLink>
        )}
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {parts.map((part) => (
          <Part key={part.number} part={part} courseId={courseId} ownsAll={ownsAll} />
        ))}
      </div>
    </section>
  );
}

interface PartProps {
  part: PartView;
  courseId: string;
  ownsAll: boolean;
}

const headLook = "flex min-h-14 items-center gap-4 bg-sunken px-4 py-3 sm:px-6";

/** Its lessons are on the page, folded or not. */
function ShortPart(props: PartProps) {
  const { number } = props.part;
  return (
    <details open={number <= openSections} className="group border-b border-line last:border-b-0">
      <summary className={headLook}>
        <PartHead {...props} />
        <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <LessonRows {...props} />
    </details>
  );
}

/** A folded part is loaded by its heading. */
function LongPart(props: PartProps) {
  const { number, state } = props.part;
  return (
    <div id={partId(number)} className="scroll-mt-20 border-b border-line last:border-b-0">
      {state === "open" ? (
        <div className={headLook}>
          <PartHead {...props} />
        </div>
      ) : (
        <PartLink number={number} state={state} className={classNames(headLook, "hover:bg-line")}>
          <PartHead {...props} />
          <Icon
            name="chevron-down"
            className={classNames("size-5 shrink-0", state === "asked" && "rotate-180")}
          />
        </PartLink>
      )}
      <LessonRows {...props} />
    </div>
  );
}

function PartHead({ part, ownsAll }: PartProps) {
  const t = useText();
  const { section, sectionNumber, range, count, freeCount, seconds, lessons } = part;
  const lessonsFromTo = range && t("coursePage.range", range);
  const facts = [
    section && lessonsFromTo ? lessonsFromTo : countLessons(t, count),
    seconds > 0 && shortDuration(seconds),
    !lessons && freeCount > 0 && !ownsAll && t("coursePage.freeCount", { count: freeCount }),
  ];
  return (
    <>
      <h3 className="min-w-0 flex-1 font-sans text-base font-bold tracking-normal [overflow-wrap:anywhere]">
        {section ? `${sectionNumber}. ${section}` : (lessonsFromTo ?? t("coursePage.lessons"))}
      </h3>
      <span className="shrink-0 text-right text-sm text-ink-soft tabular-nums max-sm:max-w-[50%]">
        {facts.filter(Boolean).join(" · ")}
      </span>
    </>
  );
}

function LessonRows({ part, courseId, ownsAll }: PartProps) {
  if (!part.lessons) return null;
  return (
    <ol className="divide-y divide-line">
      {part.lessons.map((lesson) => (
        <LessonRow key={lesson.id} lesson={lesson} courseId={courseId} ownsAll={ownsAll} />
      ))}
    </ol>
  );
}

/** Returns "1 aula" or "12 aulas". */
function countLessons(t: ReturnType<typeof useText>, count: number): string {
  return count === 1 ? t("coursePage.lessonOne") : t("coursePage.lessonCount", { count });
}

function freeLessonPath(courseId: string, videoId: string): string {
  return `/courses/${courseId}/lessons/${videoId}`;
}

function LessonRow({
  lesson,
  courseId,
  ownsAll,
}: {
  lesson: LessonView;
  courseId: string;
  ownsAll: boolean;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  const { id, title, number, seconds } = lesson;
  const isOwned = ownsAll || lesson.isOwned;
  const to = isOwned
    ? `/watch/${id}?course=${courseId}`
    : lesson.isFree
      ? freeLessonPath(courseId, id)
      : undefined;
  return (
    <li value={number} className="lesson-row">
      {to ? (
        <span
          aria-hidden="true"
          className={classNames(
            "flex size-9 shrink-0 items-center justify-center rounded-full",
            isOwned ? "bg-forest text-on-forest" : "bg-ink text-canvas",
          )}
        >
          <Icon name="play" className="size-4 fill-current" />
        </span>
      ) : (
        <Icon name="lock" className="mx-2 size-5 text-ink-faint" />
      )}
      <span className="lesson-name">
        {to ? (
          <Link
            {...linkTo(to)}
            aria-label={t("coursePage.watch", { title })}
            className="inline-flex min-h-11 items-center underline underline-offset-4 after:absolute after:inset-0 hover:no-underline"
          >
            {title}
          </Link>
        ) : (
          <>
            <span className="sr-only">{t("coursePage.locked")}</span> {title}
          </>
        )}
      </span>
      {lesson.isOwned && !ownsAll ? (
        <Badge tone="success" className={below}>
          <Icon name="check" className="size-4" />
          {t("coursePage.owned")}
        </Badge>
      ) : (
        lesson.isFree &&
        !isOwned && (
          <Badge tone="brand" className={below}>
            {t("coursePage.free")}
          </Badge>
        )
      )}
      {seconds !== null && <span className="lesson-length w-14 text-right">{clockDuration(seconds)}</span>}
    </li>
  );
}

/** On phones the badge is below the title, which has no room beside it. */
const below = "max-sm:order-last max-sm:mb-1 max-sm:ml-20";
