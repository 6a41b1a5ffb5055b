import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { notesId, notesPath } from "~/features/playback/notes/note-view";
import { listNotesOfVideo } from "~/features/playback/notes/notes.queries.server";
import { NotesOfVideo } from "~/features/playback/notes/notes-page";
import { findNotedVideo, takeNoteForm } from "~/features/playback/notes/take-note-form.server";
import { inPlaceField, type NotesAnswer } from "~/features/playback/notes/use-notes";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { PlayerTexts } from "~/i18n/player-texts";
import { readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export const headers = retryAfterHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded ? `${loaded.video.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

/** Also shows the errors of a form. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { db } = context.services;
  const noted = await findNotedVideo(db, viewer, params.videoId);
  if (!noted.ok) throw new Response(null, { status: noted.status });
  const { video } = noted;
  return { video, shown: await listNotesOfVideo(db, { userId: viewer.userId, videoId: video.id }) };
}

/** A form sent in place gets the newest notes, without loading a page. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, backTo: notesPath(params.videoId ?? "") });
  const { services } = context;
  const noted = await findNotedVideo(services.db, viewer, params.videoId);
  if (!noted.ok) throw new Response(null, { status: noted.status });
  const { video } = noted;
  const fields = await readForm(request);
  const taken = await takeNoteForm(services, { video, fields, userId: viewer.userId });
  if (!taken.ok) {
    if (taken.error === "unknownIntent") throw new Response(null, { status: 400 });
    if (taken.error === "tooMany")
      return refuseTooMany(context, fields, taken.retryAfterSeconds, "notes.tooMany");
    return refuse(taken.problem, { status: taken.status });
  }
  if (fields[inPlaceField] === "here") {
    const shown = await listNotesOfVideo(services.db, { userId: viewer.userId, videoId: video.id });
    return data<NotesAnswer>({ done: true, what: taken.done, shown });
  }
  const courseId = parseId(fields.course);
  const watchPage = `/watch/${video.id}${courseId ? `?course=${courseId}` : ""}#${notesId}`;
  const path = { all: "/notes", list: notesPath(video.id) }[fields.back ?? ""] ?? watchPage;
  const flash = { tone: "success", title: `notes.done.${taken.done}` } as const;
  return goTo(path, { request, context, flash });
}

export default function Notes() {
  return (
    <PlayerTexts>
      <Screen />
    </PlayerTexts>
  );
}

function Screen() {
  const answered = useActionData<typeof action>();
  const { problem, errorOf } = useActionResult(answered && "what" in answered ? undefined : answered);
  return (
    <ShopPage width="medium" className="py-6 sm:py-10">
      <NotesOfVideo
        {...useLoaderData<typeof loader>()}
        problem={
          problem && {
            noteId: problem.values.noteId ?? "",
            errors: Object.fromEntries(Object.keys(problem.errors).map((name) => [name, errorOf(name)])),
            typed: problem.values,
          }
        }
      />
    </ShopPage>
  );
}
