import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { digestOf, rhythmOf } from "~/features/base/mail/mail-kinds";
import { findMailChoice } from "~/features/base/mail/mails.queries.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { insertReport } from "./moderation.queries.server";
import {
  deletePost,
  insertAnswer,
  insertQuestion,
  type LockedPost,
  lockPost,
  namePost,
  setPinned,
  setPostHidden,
  setSolved,
} from "./posts.queries.server";
import {
  type DonePost,
  type JudgedPost,
  maxAnswers,
  mayAsk,
  mayChange,
  type PostChange,
  type QuestionRole,
} from "./questions-view";

type Needs = Pick<Services, "db" | "clock">;

/** Somebody who may watch the video, or see what is asked before buying it. */
interface Participant {
  userId: string;
  role: QuestionRole;
}

export type Asked = { ok: true } | { ok: false; error: "notAsker" | "tooManyWaiting" };

/** Asks a question and writes to the video's creator. A form that is sent twice adds one question. */
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
  const beforePurchase = by.role === "visitor";
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const { id: videoId, creatorId } = video;
    const question = { videoId, creatorId, authorId: by.userId, ...form, beforePurchase, now };
    const id = await insertQuestion(trx, question);
    if (id === "tooMany") return { ok: false, error: "tooManyWaiting" } as const;
    if (id) await postPostMail(trx, { to: creatorId, choice: "questions", postId: id, now });
    return { ok: true } as const;
  });
}

export type Answered = { ok: true } | { ok: false; error: "notFound" | "tooManyAnswers" };

/**
 * Answers a question. Writes to the asker; what the asker adds is written to the creator, for whom the question waits
 * again. A form that is sent twice adds one answer.
 */
export async function answerQuestion(
  { db, clock }: Needs,
  {
    videoId,
    questionId,
    by,
    text,
    beforePurchase = false,
  }: { videoId: string; questionId: string; by: Participant; text: string; beforePurchase?: boolean },
): Promise<Answered> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const question = await lockPost(trx, { videoId, postId: questionId, beforePurchase });
    const judged = question && judge(question, by.userId);
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

function judge(post: LockedPost, userId: string): JudgedPost {
  return {
    isAnswer: post.answers_to !== null,
    isOwn: post.author_id === userId,
    hiddenBy: post.hidden_by as JudgedPost["hiddenBy"],
    beforePurchase: post.before_purchase,
  };
}

const kinds = {
  questions: { each: "question", daily: "questionsOfDay" },
  answers: { each: "answer", daily: "answersOfDay" },
} as const;

/** Posts the mail as its recipient chose: at once, or with the others of the day. */
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

export type ChangeRequest =
  | { intent: "solve" | "pin" | "hide"; undo: boolean }
  | { intent: "report"; reason: string };

type ChangedPost = { ok: true; done: DonePost } | { ok: false; error: "notFound" | "tooManyPinned" };

function changeOf(asked: ChangeRequest, isOwn: boolean): PostChange {
  if (asked.intent !== "hide") return asked.intent;
  if (asked.undo) return "restore";
  return isOwn ? "withdraw" : "hide";
}

/** The audit log has what a creator hides or shows again, and what is reported. */
export async function changePost(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    videoId,
    beforePurchase,
    postId,
    asked,
    role,
    by,
  }: {
    videoId: string;
    beforePurchase: boolean;
    postId: string;
    asked: ChangeRequest;
    role: QuestionRole;
    by: Actor;
  },
): Promise<ChangedPost> {
  const now = clock();
  return db.transaction().execute(async (trx): Promise<ChangedPost> => {
    const post = await lockPost(trx, { videoId, postId, beforePurchase });
    if (!post) return { ok: false, error: "notFound" };
    const judged = judge(post, by.userId);
    const change = changeOf(asked, judged.isOwn);
    if (!mayChange(change, role, judged)) return { ok: false, error: "notFound" };
    const undo = asked.intent !== "report" && asked.undo;
    switch (change) {
      case "solve":
        await setSolved(trx, post.id, undo ? null : now);
        return { ok: true, done: undo ? "unsolved" : "solved" };
      case "pin":
        if (!(await setPinned(trx, post, undo ? null : now))) return { ok: false, error: "tooManyPinned" };
        return { ok: true, done: undo ? "unpinned" : "pinned" };
      case "withdraw":
        await deletePost(trx, post.id);
        return { ok: true, done: "withdrawn" };
      case "report": {
        const reason = asked.intent === "report" ? asked.reason : "";
        const report = { id: postId, reporterId: by.userId, reason, now };
        const isNew = await insertReport(trx, "questions", report);
        if (isNew)
          await insertAuditEntry(trx, by, {
            action: "questionReported",
            target: await namePost(trx, postId),
            reason,
          });
        return { ok: true, done: isNew ? "reported" : "reportedBefore" };
      }
      default: {
        const hides = change === "hide";
        await setPostHidden(trx, post.id, hides ? now : null);
        await insertAuditEntry(trx, by, {
          action: hides ? "questionHidden" : "questionShown",
          target: await namePost(trx, postId),
          before: { hidden: !hides },
          after: { hidden: hides },
        });
        return { ok: true, done: hides ? "hidden" : "restored" };
      }
    }
  });
}
