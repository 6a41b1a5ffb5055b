import { rhythmOf } from "~/features/base/mail/mail-kinds";
import { findMailChoice } from "~/features/base/mail/mails.queries.server";
import { digestOf } from "~/features/base/mail/morning-mail-time";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { insertAnswer, insertQuestion, lockPost } from "./posts.queries.server";
import { maxAnswers, mayAsk, mayChange, type QuestionRole } from "./questions-view";

type Needs = Pick<Services, "db" | "clock">;

/** Somebody who may watch the video. */
export interface Participant {
  userId: string;
  role: QuestionRole;
}

export type Asked = { ok: true } | { ok: false; error: "notAsker" | "tooManyWaiting" };

/**
 * Asks a question under a video that the person may watch, and writes to its creator. A form that is sent twice adds
 * one question.
 */
export async function askQuestion(
  { db, clock }: Needs,
  {
    video,
    by,
    form,
  }: {
    video: { id: string; creatorId: string };
    by: Participant;
    form: { text: string; second: number | null };
  },
): Promise<Asked> {
  if (!mayAsk(by.role)) return { ok: false, error: "notAsker" };
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const { id: videoId, creatorId } = video;
    const id = await insertQuestion(trx, { videoId, creatorId, authorId: by.userId, ...form, now });
    if (id === "tooMany") return { ok: false, error: "tooManyWaiting" } as const;
    if (id) await postPostMail(trx, { to: creatorId, choice: "questions", postId: id, now });
    return { ok: true } as const;
  });
}

export type Answered = { ok: true } | { ok: false; error: "notFound" | "tooManyAnswers" };

/**
 * Answers a question under a video that the person may watch. Writes to the asker; what the asker adds is written to
 * the creator, for whom the question waits again. A form that is sent twice adds one answer.
 */
export async function answerQuestion(
  { db, clock }: Needs,
  { videoId, questionId, by, text }: { videoId: string; questionId: string; by: Participant; text: string },
): Promise<Answered> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const question = await lockPost(trx, { videoId, postId: questionId });
    const judged = question && {
      isAnswer: question.answers_to !== null,
      isOwn: question.author_id === by.userId,
      hiddenBy: question.hidden_by as "creator" | "administrator" | null,
    };
    if (!question || !judged || !mayChange("answer", by.role, judged))
      return { ok: false, error: "notFound" } as const;
    if (question.answer_count >= maxAnswers) return { ok: false, error: "tooManyAnswers" } as const;
    const id = await insertAnswer(trx, { question, authorId: by.userId, text, now });
    if (!id) return { ok: true } as const;
    const [to, choice]: [string, keyof typeof kinds] = judged.isOwn
      ? [question.creator_id, "questions"]
      : [question.author_id, "answers"];
    await postPostMail(trx, { to, choice, postId: id, now });
    return { ok: true } as const;
  });
}

const kinds = {
  questions: { each: "question", daily: "questionsOfDay" },
  answers: { each: "answer", daily: "answersOfDay" },
} as const;

/** Posts the mail about a question or an answer as its recipient chose: at once, or with the others of the day. */
async function postPostMail(
  trx: Db,
  { to, choice, postId, now }: { to: string; choice: keyof typeof kinds; postId: string; now: Date },
): Promise<void> {
  const kind = kinds[choice];
  const rhythm = rhythmOf(choice, await findMailChoice(trx, { userId: to, choice }));
  if (rhythm === "each")
    await postMail(trx, {
      kind: kind.each,
      key: `${kind.each}:${postId}`,
      to: { userId: to },
      facts: { postId },
    });
  if (rhythm !== "daily") return;
  const { day, sendAt } = digestOf(now);
  const key = `${kind.daily}:${to}:${day}`;
  await postMail(trx, { kind: kind.daily, key, to: { userId: to }, facts: { day }, sendAt });
}
