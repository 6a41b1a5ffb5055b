import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type DragEvent, useId } from "react";
import type { LessonPart } from "~/features/videos/courses/course-folding";
import { PartLink, partId } from "~/features/videos/courses/part-link";
import { clockDuration } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { Menu } from "~/ui/page-frame/mobile-menu";

/** Form field and page parameter: a lesson whose part of a long course is open after it. */
export const openLessonField = "lesson";

interface ListedLesson {
  videoId: string;
  title: string;
  number: number;
  is_free: boolean;
  sold_alone: boolean;
  duration_seconds: number | null;
}

/** A section, or a piece of a long one. `lessons`: undefined while it is folded. */
export interface OwnPart extends Omit<LessonPart<ListedLesson>, "lessons"> {
  lessons: ListedLesson[] | undefined;
  count: number;
  isBeginning: boolean;
}

interface LessonListProps {
  parts: readonly OwnPart[];
  count: number;
  isLong: boolean;
}

export function LessonList({ parts, count, isLong }: LessonListProps) {
  const lastSection = parts.at(-1)?.sectionNumber ?? 0;
  return (
    <ol className={isLong ? "space-y-3" : "space-y-6"}>
      {parts.map((part) => (
        <li key={part.number} id={partId(part.number)} className="scroll-mt-20">
          <Card className="p-4 sm:p-5">
            {part.state !== "open" && <PartHead part={part} />}
            {part.state === "open" && !part.isBeginning && (
              <div className="mb-2">
                <PartTitle part={part} />
              </div>
            )}
            {part.lessons && part.isBeginning && (
              <SectionHead
                part={part}
                isFirst={part.sectionNumber === 1}
                isLast={part.sectionNumber === lastSection}
                canMove={lastSection > 1}
                keeps={isLong}
              />
            )}
            {part.lessons && (
              <ol className="divide-y divide-line">
                {part.lessons.map((lesson, at, listed) => (
                  <LessonRow
                    key={lesson.videoId}
                    lesson={lesson}
                    isFirst={lesson.number === 1}
                    isLast={lesson.number === count}
                    beside={(listed[at - 1] ?? listed[at + 1])?.videoId}
                    keeps={isLong}
                  />
                ))}
              </ol>
            )}
          </Card>
        </li>
      ))}
    </ol>
  );
}

function PartTitle({ part: { section, range } }: { part: OwnPart }) {
  const t = useText();
  return (
    <h2 className="min-w-0 text-xl [overflow-wrap:anywhere]">
      {section || t("courses.noSection")}
      {range && (
        <span className="block font-sans text-sm font-normal tracking-normal text-ink-soft tabular-nums">
          {t("courses.range", range)}
        </span>
      )}
    </h2>
  );
}

function PartHead({ part }: { part: OwnPart }) {
  const t = useText();
  const { number, state, section, range, count } = part;
  const facts = range
    ? t("courses.range", range)
    : count === 1
      ? t("courses.lessonOne")
      : t("courses.lessons", { count });
  return (
    <h2 className="-m-2 text-xl">
      <PartLink
        number={number}
        state={state}
        className="flex min-h-11 items-center gap-4 rounded-control px-2 py-1.5 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{section || t("courses.noSection")}</span>
        <span className="shrink-0 font-sans text-sm font-normal text-ink-soft tabular-nums">{facts}</span>
        <Icon
          name="chevron-down"
          className={classNames("size-5 shrink-0", state === "asked" && "rotate-180")}
        />
      </PartLink>
    </h2>
  );
}

interface SectionHeadProps {
  part: OwnPart;
  isFirst: boolean;
  isLast: boolean;
  canMove: boolean;
  keeps: boolean;
}

function SectionHead({ part, isFirst, isLast, canMove, keeps }: SectionHeadProps) {
  const t = useText();
  const nameId = useId();
  const { section, state } = part;
  const sectionTitle = section || t("courses.noSection");
  const openFields = keepOpen(keeps, part.lessons?.[0]?.videoId);
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
      {state === "open" && <PartTitle part={part} />}
      {canMove && (
        <div className="flex">
          <Press
            intent="moveSection"
            fields={{ section, direction: "up", ...openFields }}
            label={t("courses.moveUp", { title: sectionTitle })}
            icon="up"
            disabled={isFirst}
          />
          <Press
            intent="moveSection"
            fields={{ section, direction: "down", ...openFields }}
            label={t("courses.moveDown", { title: sectionTitle })}
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
          {Object.entries(openFields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
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

interface LessonRowProps {
  lesson: ListedLesson;
  isFirst: boolean;
  isLast: boolean;
  beside: string | undefined;
  keeps: boolean;
}

function LessonRow({ lesson, isFirst, isLast, beside, keeps }: LessonRowProps) {
  const t = useText();
  const titleId = useId();
  const {
    videoId,
    title,
    number,
    is_free: isFree,
    sold_alone: isSoldAlone,
    duration_seconds: seconds,
  } = lesson;
  const fields = { videoId, ...keepOpen(keeps, videoId) };
  const submit = useSubmit();
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(draggedType);
    if (!dragged || dragged === videoId) return;
    event.preventDefault();
    submit(
      { intent: "move", videoId: dragged, to: videoId, ...keepOpen(keeps, videoId) },
      { method: "post", preventScrollReset: true },
    );
  };
  return (
    <li
      aria-labelledby={titleId}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedType, videoId);
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => event.dataTransfer.types.includes(draggedType) && event.preventDefault()}
      onDrop={drop}
      className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 py-2 sm:cursor-grab"
    >
      <p id={titleId} className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <span className="text-ink-faint tabular-nums">{number}.</span>{" "}
        <span className="font-semibold">{title}</span>
        {seconds !== null && (
          <span className="text-sm text-ink-soft tabular-nums"> · {clockDuration(seconds)}</span>
        )}{" "}
        {!isSoldAlone && <Badge tone="neutral">{t("courses.onlyInCourses")}</Badge>}
      </p>
      <div className="flex items-center">
        <Press
          intent={isFree ? "notFree" : "free"}
          fields={fields}
          label={`${t("courses.free")}: ${title}`}
          isOn={isFree}
        >
          {t("courses.free")}
        </Press>
        <Press
          intent="move"
          fields={{ ...fields, direction: "up" }}
          label={t("courses.moveUp", { title })}
          icon="up"
          disabled={isFirst}
        />
        <Press
          intent="move"
          fields={{ ...fields, direction: "down" }}
          label={t("courses.moveDown", { title })}
          icon="down"
          disabled={isLast}
        />
        <Menu
          label={t("courses.moreOf", { title })}
          button={<Icon name="dots" />}
          className="relative"
          panelClassName="right-0 z-10 w-64 rounded-card border border-line p-2"
        >
          <Press
            intent={isSoldAlone ? "onlyInCourses" : "alsoAlone"}
            fields={fields}
            label={`${t(isSoldAlone ? "courses.sellOnlyHere" : "courses.sellAlone")}: ${title}`}
          >
            {t(isSoldAlone ? "courses.sellOnlyHere" : "courses.sellAlone")}
          </Press>
          <p className="px-4 pb-2 text-sm text-ink-soft">{t("courses.soldHint")}</p>
          <Press
            intent="remove"
            fields={{ videoId, ...keepOpen(keeps, beside) }}
            label={t("courses.removeOf", { title })}
            icon="trash"
          >
            {t("courses.remove")}
          </Press>
        </Menu>
      </div>
    </li>
  );
}

/** Only lessons of this page are dropped. */
const draggedType = "application/x-sabia-lesson";

/** Returns the field by which a lesson's part is open after a press. */
function keepOpen(keeps: boolean, lessonId: string | undefined): Record<string, string> {
  return keeps && lessonId ? { [openLessonField]: lessonId } : {};
}

interface PressProps {
  intent: string;
  fields: Record<string, string>;
  label: string;
  icon?: "up" | "down" | "trash";
  disabled?: boolean;
  isOn?: boolean;
  children?: string;
}

/** A form of its own, so that it works without script and with the keyboard. */
function Press({ intent, fields, label, icon, disabled = false, isOn, children }: PressProps) {
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
      <Button
        variant="quiet"
        size="small"
        aria-label={label}
        disabled={disabled}
        pending={pending}
        {...(isOn !== undefined && { role: "switch", "aria-checked": isOn })}
      >
        {isOn !== undefined && (
          <span
            aria-hidden="true"
            className={classNames(
              "flex h-5 w-9 items-center rounded-full p-0.5",
              isOn ? "justify-end bg-forest" : "bg-line-strong",
            )}
          >
            <span className="size-4 rounded-full bg-surface" />
          </span>
        )}
        {icon === "trash" && <Icon name="trash" />}
        {(icon === "up" || icon === "down") && (
          <Icon name="arrow-right" className={icon === "up" ? "-rotate-90" : "rotate-90"} />
        )}
        {children}
      </Button>
    </Form>
  );
}
