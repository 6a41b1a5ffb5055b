import { Form } from "@remix-run/react";
import { clockMoment } from "~/features/videos/listing/duration";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { controlLook } from "~/ui/forms/field-frame";
import { Link } from "~/ui/link";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";
import { NewNote, NoteList } from "./note-forms";
import { allNotesPath, type NoteFilters, type NotesView, noteSearchLength } from "./note-view";
import type { NoteRow } from "./notes.queries.server";
import type { NotedVideo } from "./take-note-form.server";
import type { NoteProblem } from "./use-notes";
import { notePath } from "./write-notes-file";

interface NotesOfVideoProps {
  video: NotedVideo;
  shown: NotesView;
  problem: NoteProblem | undefined;
}

/** Also answers a form without script with what was wrong. */
export function NotesOfVideo({ video, shown, problem }: NotesOfVideoProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const form = { videoId: video.id, courseId: undefined, back: "list" as const };
  return (
    <>
      <BackLink {...linkTo(`/watch/${video.id}`)}>{t("notes.toVideo")}</BackLink>
      <h1 className="mt-3 text-3xl break-words sm:text-4xl">
        {t("notes.pageTitle", { title: video.title })}
      </h1>
      <NewNote
        {...form}
        startSeconds={video.startSeconds}
        problem={problem?.noteId === "" ? problem : undefined}
      />
      <NoteList {...form} notes={shown.notes} problem={problem} />
    </>
  );
}

interface AllNotesProps {
  filters: NoteFilters;
  rows: readonly NoteRow[];
  next: string | undefined;
  isFirst: boolean;
}

export function AllNotes({ filters, rows, next, isFirst }: AllNotesProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const isFiltered = filters.search !== "" || filters.productId !== undefined;
  const isEmpty = rows.length === 0;
  return (
    <>
      <PageHeader
        title={t("notes.title")}
        description={`${t("notes.text")} ${t("notes.private")}`}
        className="mb-6"
      />
      {isEmpty && !isFiltered ? (
        <EmptyState
          title={t("notes.noneYet")}
          description={t("notes.noneYetText")}
          action={<ButtonLink {...linkTo("/purchases")}>{t("notes.toPurchases")}</ButtonLink>}
        />
      ) : (
        <>
          <SearchNotes {...filters} />
          <div className="mt-2 flex flex-wrap gap-2">
            {!isEmpty && (
              <ButtonLink
                {...linkTo(allNotesPath(filters, { file: true }))}
                reloadDocument
                variant="secondary"
                size="small"
              >
                {t("notes.download")}
              </ButtonLink>
            )}
            {isFiltered && (
              <ButtonLink {...linkTo("/notes")} variant="quiet" size="small">
                {t("notes.everything")}
              </ButtonLink>
            )}
          </div>
          {isEmpty && <EmptyState title={t("notes.noneFound")} className="mt-6" />}
        </>
      )}
      {groupBy(rows, (row) => row.product_id).map(([first, ofProduct]) => (
        <section key={first.product_id} className="mt-8">
          <h2 className="text-2xl break-words">{first.product_title}</h2>
          {groupBy(ofProduct, (row) => row.video_id).map(([lesson, notes]) => (
            <div key={lesson.video_id} className="mt-4">
              {lesson.course_id && <h3 className="text-lg break-words">{lesson.video_title}</h3>}
              <NoteList
                videoId={lesson.video_id}
                courseId={undefined}
                back="all"
                notes={notes}
                problem={undefined}
                renderMoment={({ second }, look) => (
                  <Link {...linkTo(notePath({ ...lesson, second }))} className={`${look} tabular-nums`}>
                    {clockMoment(second)}
                  </Link>
                )}
              />
            </div>
          ))}
        </section>
      ))}
      <PageLinks
        first={isFirst ? undefined : { ...linkTo(allNotesPath(filters)), label: t("notes.first") }}
        next={
          next ? { ...linkTo(allNotesPath(filters, { after: next })), label: t("notes.more") } : undefined
        }
      />
    </>
  );
}

function SearchNotes({ search, productId }: NoteFilters) {
  const t = useText();
  const language = languageField(useLocale());
  return (
    <Form method="get" action="/notes" role="search" autoComplete="off" className="flex gap-2">
      {language && <input type="hidden" {...language} />}
      {productId && <input type="hidden" name="product" value={productId} />}
      <input
        key={search}
        type="search"
        name="q"
        defaultValue={search}
        maxLength={noteSearchLength}
        aria-label={t("notes.search")}
        placeholder={t("notes.search")}
        className={controlLook(undefined, "min-w-0 flex-1")}
      />
      <Button variant="secondary">{t("notes.searchButton")}</Button>
    </Form>
  );
}

/** Groups neighbours with the same key; the first of each group beside all of it. */
function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [first: Row, all: Row[]][] {
  const groups: [Row, Row[]][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && keyOf(last[0]) === keyOf(row)) last[1].push(row);
    else groups.push([row, [row]]);
  }
  return groups;
}
