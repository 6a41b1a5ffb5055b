import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { QuestionsPage, QuestionTexts } from "~/features/shop/reviews/questions-section";
import { pageAfterForm, questionsPath } from "~/features/shop/reviews/questions-view";
import {
  showOnWatchPage,
  showQuestionAlone,
  showQuestions,
} from "~/features/shop/reviews/show-questions.server";
import { findLesson, type Lesson, takeQuestionForm } from "~/features/shop/reviews/take-question-form.server";
import { type AnswerInPlace, inPlaceField } from "~/features/shop/reviews/use-question-forms";
import { decideLocale } from "~/i18n/page-language";
import { readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import type { Viewer } from "~/platform/session/session.queries.server";
import { requireViewer } from "~/server/guards.server";

export const headers = retryAfterHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded ? `${loaded.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

async function requireLesson(
  { services: { db } }: LoaderFunctionArgs["context"],
  viewer: Viewer,
  rawId: string | undefined,
): Promise<Lesson> {
  const lesson = await findLesson(db, viewer, rawId);
  if (!lesson) throw new Response(null, { status: 404 });
  return lesson;
}

/** A page of questions, or one with all its answers; also shows the errors of a form. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const lesson = await requireLesson(context, viewer, params.videoId);
  const url = new URL(request.url);
  const questionId = parseId(url.searchParams.get("question") ?? undefined);
  const questionsQuery = {
    videoId: lesson.id,
    viewing: { viewerId: viewer.userId, role: lesson.role },
    locale: decideLocale(url),
    after: parseCursor(url.searchParams.get("after")),
  };
  const { db } = context.services;
  const shown = questionId
    ? await showQuestionAlone(db, { ...questionsQuery, questionId })
    : await showQuestions(db, questionsQuery);
  if (!shown) throw new Response(null, { status: 404 });
  return { title: lesson.title, isAlone: questionId !== undefined, shown };
}

/** A form sent in place gets the newest questions, without loading a page. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, backTo: questionsPath(params.videoId ?? "") });
  const { services } = context;
  const lesson = await requireLesson(context, viewer, params.videoId);
  const fields = await readForm(request);
  const by = actorOf(context, request, viewer);
  const taken = await takeQuestionForm(services, { lesson, fields, by });
  if (!taken.ok) {
    if (taken.error === "tooMany")
      return refuseTooMany(context, fields, taken.retryAfterSeconds, "questions.tooMany");
    if (taken.error === "invalid") return refuse(taken.problem);
    throw new Response(null, { status: taken.error === "notFound" ? 404 : 400 });
  }
  if (fields[inPlaceField] === "here") {
    const locale = decideLocale(new URL(request.url));
    const lessonQuery = { videoId: lesson.id, userId: viewer.userId, locale };
    const shown = await showOnWatchPage(services.db, lesson.role, lessonQuery);
    return data<AnswerInPlace>({ done: true, what: taken.done, shown });
  }
  const flash = { tone: "success", title: `questions.done.${taken.done}` } as const;
  return goTo(pageAfterForm(lesson, fields.back), { request, context, flash });
}

export default function Questions() {
  return (
    <QuestionTexts>
      <Screen />
    </QuestionTexts>
  );
}

function Screen() {
  const answered = useActionData<typeof action>();
  const result = useActionResult(answered && "what" in answered ? undefined : answered);
  return <QuestionsPage {...useLoaderData<typeof loader>()} result={result} />;
}
