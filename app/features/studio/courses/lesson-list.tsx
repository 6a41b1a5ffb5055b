import { Form, useNavigation } from "@remix-run/react";
import { useId } from "react";
import { groupBySection } from "~/features/videos/courses/lesson-order";
import { clockDuration } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { Icon } from "~/ui/icons";

export interface ListedLesson {
  videoId: string;
  title: string;
  section: string;
  is_free: boolean;
  sold_alone: boolean;
  duration_seconds: number | null;
}

/** The sections of a course with their lessons, each with the buttons that move or remove it. */
export function LessonList({ lessons }: { lessons: readonly ListedLesson[] }) {
  const groups = groupBySection(lessons);
  let number = 0;
  return (
    <ol className="space-y-6">
      {groups.map(({ section, lessons: grouped }, at) => (
        <li key={section}>
          <Card className="p-4 sm:p-5">
            <SectionHead
              section={section}
              isFirst={at === 0}
              isLast={at === groups.length - 1}
              canMove={groups.length > 1}
            />
            <ol className="divide-y divide-line">
              {grouped.map((lesson) => {
                number += 1;
                return (
                  <LessonRow
                    key={lesson.videoId}
                    lesson={lesson}
                    number={number}
                    isFirst={number === 1}
                    isLast={number === lessons.length}
                  />
                );
              })}
            </ol>
          </Card>
        </li>
      ))}
    </ol>
  );
}

function SectionHead({
  section,
  isFirst,
  isLast,
  canMove,
}: {
  section: string;
  isFirst: boolean;
  isLast: boolean;
  canMove: boolean;
}) {
  const t = useText();
  const nameId = useId();
  const shown = section || t("courses.noSection");
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
      <h2 className="min-w-0 text-xl [overflow-wrap:anywhere]">{shown}</h2>
      {canMove && (
        <div className="flex">
          <Press
            intent="moveSection"
            fields={{ section, direction: "up" }}
            label={t("courses.moveUp", { title: shown })}
            icon="up"
            disabled={isFirst}
          />
          <Press
            intent="moveSection"
            fields={{ section, direction: "down" }}
            label={t("courses.moveDown", { title: shown })}
            icon="down"
            disabled={isLast}
          />
        </div>
      )}
      <details className="basis-full">
        <summary className="inline-flex min-h-11 items-center text-sm text-ink-soft underline underline-offset-4">
          {t("courses.rename")}
        </summary>
        <Form method="post" className="mt-2 flex flex-wrap items-end gap-3">
          <input type="hidden" name="intent" value="rename" />
          <input type="hidden" name="section" value={section} />
          <div className="min-w-48 grow">
            <Field
              id={nameId}
              name="name"
              label={t("courses.sectionName")}
              defaultValue={section}
              maxLength={120}
            />
          </div>
          <Button variant="secondary">{t("courses.rename")}</Button>
        </Form>
      </details>
    </div>
  );
}

function LessonRow({
  lesson,
  number,
  isFirst,
  isLast,
}: {
  lesson: ListedLesson;
  number: number;
  isFirst: boolean;
  isLast: boolean;
}) {
  const t = useText();
  const titleId = useId();
  const { videoId, title, is_free: isFree, sold_alone: isSoldAlone, duration_seconds: seconds } = lesson;
  return (
    <li
      aria-labelledby={titleId}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
    >
      <p id={titleId} className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <span className="text-ink-faint tabular-nums">{number}.</span>{" "}
        <span className="font-semibold">{title}</span>
        {seconds !== null && (
          <span className="text-sm text-ink-soft tabular-nums"> · {clockDuration(seconds)}</span>
        )}{" "}
        {isFree && <Badge tone="success">{t("courses.free")}</Badge>}{" "}
        {!isSoldAlone && <Badge tone="neutral">{t("courses.onlyInCourses")}</Badge>}
      </p>
      <div className="flex flex-wrap">
        <Press
          intent="move"
          fields={{ videoId, direction: "up" }}
          label={t("courses.moveUp", { title })}
          icon="up"
          disabled={isFirst}
        />
        <Press
          intent="move"
          fields={{ videoId, direction: "down" }}
          label={t("courses.moveDown", { title })}
          icon="down"
          disabled={isLast}
        />
        <Press
          intent={isFree ? "notFree" : "free"}
          fields={{ videoId }}
          label={`${t(isFree ? "courses.makePaid" : "courses.makeFree")}: ${title}`}
        >
          {t(isFree ? "courses.makePaid" : "courses.makeFree")}
        </Press>
        <Press
          intent={isSoldAlone ? "onlyInCourses" : "alsoAlone"}
          fields={{ videoId }}
          label={`${t(isSoldAlone ? "courses.sellOnlyHere" : "courses.sellAlone")}: ${title}`}
        >
          {t(isSoldAlone ? "courses.sellOnlyHere" : "courses.sellAlone")}
        </Press>
        <Press intent="remove" fields={{ videoId }} label={t("courses.removeOf", { title })} icon="trash" />
      </div>
    </li>
  );
}

interface PressProps {
  intent: string;
  fields: Record<string, string>;
  label: string;
  icon?: "up" | "down" | "trash";
  disabled?: boolean;
  children?: string;
}

/** One button in a form of its own: it works without script and with the keyboard. */
function Press({ intent, fields, label, icon, disabled = false, children }: PressProps) {
  const { formData } = useNavigation();
  const pending =
    formData?.get("intent") === intent &&
    Object.entries(fields).every(([name, value]) => formData.get(name) === value);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button variant="quiet" size="small" aria-label={label} disabled={disabled} pending={pending}>
        {icon === "trash" && <Icon name="trash" />}
        {(icon === "up" || icon === "down") && (
          <Icon name="arrow-right" className={icon === "up" ? "-rotate-90" : "rotate-90"} />
        )}
        {children}
      </Button>
    </Form>
  );
}
