import { z } from "zod";
import { fieldMessage, lines } from "~/features/base/form-fields/typed-text";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { parseTypedSecond } from "~/features/playback/access/parse-position";
import type { Db } from "~/platform/db.server";
import { type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import type { LimitRule } from "~/platform/try-counter.server";
import { answerQuestion, askQuestion, type ChangeRequest, changePost } from "./ask-question.server";
import {
  answerLimit,
  askLimit,
  type DonePost,
  type QuestionRole,
  questionChangeLimit,
  questionMaxLength,
  questionReportLimit,
  questionRoles,
} from "./questions-view";
import { reportReasonMaxLength } from "./reviews-view";
import { findVideoForReviews } from "./write-review.server";

const textField = (needed: "questions.questionNeeded" | "questions.answerNeeded") =>
  lines(questionMaxLength, fieldMessage("questions.tooLong")).refine(
    (text) => text !== "",
    fieldMessage(needed),
  );

/** `second`: position in the video, if any. */
const askForm = z.object({
  text: textField("questions.questionNeeded"),
  second: z
    .string()
    .default("")
    .transform((raw, context) => {
      const second = parseTypedSecond(raw);
      if (second !== undefined) return second;
      context.addIssue({ code: "custom", message: fieldMessage("questions.secondInvalid") });
      return z.NEVER;
    }),
});

const answerForm = z.object({ text: textField("questions.answerNeeded") });

/** The reason may be empty. */
const questionReportForm = z.object({
  text: lines(reportReasonMaxLength, fieldMessage("questions.reasonTooLong")),
});

const intents = ["ask", "answer", "solve", "pin", "hide", "report"] as const;
type QuestionIntent = (typeof intents)[number];

function parseQuestionIntent(raw: string | undefined): QuestionIntent | undefined {
  return intents.find((intent) => intent === raw);
}

type TakenForm =
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
 * Handles a form of the questions under a video that the person may watch. Each account has a limit for each kind.
 * `fields`: as typed; `questionId` names a question or an answer.
 */
export async function takeQuestionForm(
  services: Pick<Services, "db" | "clock" | "rateLimits">,
  { lesson, fields, by }: { lesson: Lesson; fields: Record<string, string>; by: Actor },
): Promise<TakenForm> {
  const intent = parseQuestionIntent(fields.intent);
  if (!intent) return { ok: false, error: "unknownIntent" };
  const { role, beforePurchase } = lesson;
  const limited = await services.rateLimits.take(limits[intent], by.userId);
  if (!limited.ok) return { ok: false, error: "tooMany", retryAfterSeconds: limited.retryAfterSeconds };
  const participant = { userId: by.userId, role };

  if (intent === "ask") {
    const form = parseFields(askForm, beforePurchase ? { ...fields, second: "" } : fields);
    if (!form.ok) return invalid(form.problem);
    if (lesson.isOwned) return invalid(problemWith(fields, { form: "questions.alreadyBought" }));
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
    const { text } = form.value;
    const answer = { videoId: lesson.id, questionId: postId, by: participant, text, beforePurchase };
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
  const changed = await changePost(services, { videoId: lesson.id, beforePurchase, postId, asked, role, by });
  if (changed.ok) return changed;
  if (changed.error === "notFound") return { ok: false, error: "notFound" };
  return invalid(problemWith(fields, { form: `questions.${changed.error}` }));
}

function invalid(problem: FormProblem): TakenForm {
  return { ok: false, error: "invalid", problem };
}

export interface Lesson {
  id: string;
  title: string;
  creatorId: string;
  role: QuestionRole;
  beforePurchase: boolean;
  /** Of questions before buying: the viewer has it, and asks under the video instead. */
  isOwned: boolean;
}

/** Returns undefined if the viewer may not watch the video, or for a malformed id. */
export async function findLesson(
  db: Db,
  viewer: { userId: string },
  rawId: string | undefined,
): Promise<Lesson | undefined> {
  const videoId = parseId(rawId);
  if (!videoId) return undefined;
  const { access, row } = await findWatchAccess(db, viewer, videoId);
  const role = questionRoles[access];
  const rights = { beforePurchase: false, isOwned: false };
  return row && role && { id: row.id, title: row.title, creatorId: row.creator_id, role, ...rights };
}

/** Finds a product whose questions before buying a viewer may see: the same as its reviews. */
export async function findAskedProduct(
  db: Db,
  viewer: { userId: string } | undefined,
  rawId: string | undefined,
): Promise<Lesson | undefined> {
  const [video, found] = await Promise.all([
    findVideoForReviews(db, viewer, rawId),
    viewer && findLesson(db, viewer, rawId),
  ]);
  if (!video) return undefined;
  const { id, title, creator_id: creatorId } = video;
  const role = creatorId === viewer?.userId ? "owner" : "visitor";
  return { id, title, creatorId, role, beforePurchase: true, isOwned: found?.role === "learner" };
}
