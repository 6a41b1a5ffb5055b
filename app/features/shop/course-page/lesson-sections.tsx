import { clockDuration, shortDuration } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import type { LessonView, SectionView } from "./show-course.server";

interface LessonSectionsProps {
  courseId: string;
  sections: readonly SectionView[];
  /** The viewer has the whole course: every lesson plays. */
  ownsAll: boolean;
}

/** Sections that are open at first: the rest of a long course is folded. */
const openSections = 3;

/** The sections of a course with their lessons: free and owned ones play, the others have a lock. */
export function LessonSections({ courseId, sections, ownsAll }: LessonSectionsProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const lessons = sections.flatMap((section) => section.lessons);
  const seconds = sections.reduce((sum, section) => sum + section.seconds, 0);
  const firstFree = ownsAll ? undefined : lessons.find(({ isFree }) => isFree);
  const free = lessons.filter(({ isFree }) => isFree).length;
  const facts = [
    sections.length > 1 ? t("coursePage.parts", { count: sections.length }) : "",
    countLessons(t, lessons.length),
    seconds > 0 ? shortDuration(seconds) : "",
    free > 0 && !ownsAll ? t("coursePage.freeCount", { count: free }) : "",
  ];
  return (
    <section id="lessons" aria-labelledby="lessons-title">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="lessons-title" className="text-2xl sm:text-[1.75rem]">
            {t("coursePage.lessons")}
          </h2>
          <p className="mt-1 text-ink-soft tabular-nums">{facts.filter(Boolean).join(" · ")}</p>
        </div>
        {firstFree && (
          <ButtonLink {...linkTo(freeLessonPath(courseId, firstFree.id))} variant="secondary">
            <Icon name="play" />
            {t("coursePage.firstFree")}
          </ButtonLink>
        )}
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {sections.map((section, at) => (
          <details
            key={section.title}
            open={at < openSections}
            className="group border-b border-line last:border-b-0"
          >
            <summary className="flex min-h-14 items-center gap-4 bg-sunken px-4 py-3 sm:px-6">
              <h3 className="min-w-0 flex-1 font-sans text-base font-bold tracking-normal [overflow-wrap:anywhere]">
                {section.title ? `${at + 1}. ${section.title}` : t("coursePage.lessons")}
              </h3>
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">
                {[
                  countLessons(t, section.lessons.length),
                  section.seconds > 0 && shortDuration(section.seconds),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
            </summary>
            <ol className="divide-y divide-line">
              {section.lessons.map((lesson) => (
                <LessonRow key={lesson.id} lesson={lesson} courseId={courseId} ownsAll={ownsAll} />
              ))}
            </ol>
          </details>
        ))}
      </div>
    </section>
  );
}

/** Returns "1 aula" or "12 aulas". */
function countLessons(t: ReturnType<typeof useText>, count: number): string {
  return count === 1 ? t("coursePage.lessonOne") : t("coursePage.lessonCount", { count });
}

/** The address at which everybody may watch a free lesson. */
export function freeLessonPath(courseId: string, videoId: string): string {
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
    <li
      value={number}
      className="relative flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2 sm:flex-nowrap sm:gap-x-4 sm:px-6"
    >
      <span aria-hidden="true" className="w-5 shrink-0 text-right text-sm text-ink-faint tabular-nums">
        {number}
      </span>
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
        <span className="flex size-9 shrink-0 items-center justify-center text-ink-faint">
          <Icon name="lock" className="size-5" />
          <span className="sr-only">{t("coursePage.locked")}</span>
        </span>
      )}
      <span className="min-w-0 grow basis-36 [overflow-wrap:anywhere] sm:basis-0">
        {to ? (
          <Link
            {...linkTo(to)}
            aria-label={t("coursePage.watch", { title })}
            className="inline-flex min-h-11 items-center underline underline-offset-4 after:absolute after:inset-0 hover:no-underline"
          >
            {title}
          </Link>
        ) : (
          title
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
      {seconds !== null && (
        <span className="w-14 shrink-0 text-right text-sm text-ink-soft tabular-nums">
          {clockDuration(seconds)}
        </span>
      )}
    </li>
  );
}

/** On phones a badge is below the title, which would have no room beside it. */
const below = "max-sm:order-last max-sm:mb-1 max-sm:ml-20";
