import type { Actor } from "~/features/base/audit/actor.server";
import { parseId } from "~/features/base/form-fields/record-id";
import { type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import { answerQuestion, askQuestion } from "./ask-question.server";
import { type ChangeRequest, changePost } from "./change-post.server";
import type { Lesson } from "./find-lesson.server";
import {
  answerForm,
  askForm,
  parseQuestionIntent,
  type QuestionIntent,
  questionReportForm,
} from "./question-form";
import { answerLimit, askLimit, questionChangeLimit, questionReportLimit } from "./question-limits";
import type { DonePost } from "./questions-view";

export type TakenForm =
  | { ok: true; done: DonePost }
  | { ok: false; error: "unknownIntent" | "notFound" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number }
  | { ok: false; error: "invalid"; problem: FormProblem };

const limits: Record<QuestionIntent, LimitRule> = {
  ask: askLimit,
  answer: answerLimit,
  solve: questionChangeLimit,
  pin: questionChangeLimit,
  hide: questionChangeLimit,
  report: questionReportLimit,
};

/**
 * Handles a form of the questions under a video that the person may watch: asks, answers, or changes one. Each account
 * has a limit for each. `fields`: as typed; `questionId` names a question or an answer.
 */
export async function takeQuestionForm(
  services: Pick<Services, "db" | "clock" | "rateLimits">,
  { lesson, fields, by }: { lesson: Lesson; fields: Record<string, string>; by: Actor },
): Promise<TakenForm> {
  const intent = parseQuestionIntent(fields.intent);
  if (!intent) return { ok: false, error: "unknownIntent" };
  const { role } = lesson;
  const limited = await services.rateLimits.take(limits[intent], by.userId);
  if (!limited.ok) return { ok: false, error: "tooMany", retryAfterSeconds: limited.retryAfterSeconds };
  const participant = { userId: by.userId, role };

  if (intent === "ask") {
    const form = parseFields(askForm, fields);
    if (!form.ok) return invalid(form.problem);
    const video = { id: lesson.id, creatorId: lesson.creatorId };
    const asked = await askQuestion(services, { video, by: participant, form: form.value });
    return asked.ok
      ? { ok: true, done: "asked" }
      : invalid(problemWith(fields, { form: `questions.${asked.error}` }));
  }

  const postId = parseId(fields.questionId);
  if (!postId) return { ok: false, error: "notFound" };
  if (intent === "answer") {
    const form = parseFields(answerForm, fields);
    if (!form.ok) return invalid(form.problem);
    const answer = { videoId: lesson.id, questionId: postId, by: participant, text: form.value.text };
    const answered = await answerQuestion(services, answer);
    if (answered.ok) return { ok: true, done: "answered" };
    if (answered.error === "notFound") return { ok: false, error: "notFound" };
    return invalid(problemWith(fields, { form: `questions.${answered.error}` }));
  }

  let asked: ChangeRequest;
  if (intent === "report") {
    const form = parseFields(questionReportForm, fields);
    if (!form.ok) return invalid(form.problem);
    asked = { intent, reason: form.value.text };
  } else asked = { intent, undo: fields.undo === "1" };
  const changed = await changePost(services, { videoId: lesson.id, postId, asked, role, by });
  if (changed.ok) return changed;
  if (changed.error === "notFound") return { ok: false, error: "notFound" };
  return invalid(problemWith(fields, { form: `questions.${changed.error}` }));
}

function invalid(problem: FormProblem): TakenForm {
  return { ok: false, error: "invalid", problem };
}
