import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Services } from "~/platform/services";
import {
  deletePost,
  insertPostReport,
  lockPost,
  namePost,
  setPinned,
  setPostHidden,
  setSolved,
} from "./posts.queries.server";
import { type DonePost, mayChange, type PostChange, type QuestionRole } from "./questions-view";

/** Request of a form about a question or an answer. `undo`: reverts the same intent. */
export type ChangeRequest =
  | { intent: "solve" | "pin" | "hide"; undo: boolean }
  | { intent: "report"; reason: string };

export type ChangedPost = { ok: true; done: DonePost } | { ok: false; error: "notFound" | "tooManyPinned" };

/** Names the change: those who hide their own post withdraw it. */
function changeOf(asked: ChangeRequest, isOwn: boolean): PostChange {
  if (asked.intent !== "hide") return asked.intent;
  if (asked.undo) return "restore";
  return isOwn ? "withdraw" : "hide";
}

/**
 * Changes a question or an answer under a video that the person may watch: solves or pins it, hides it, withdraws one's
 * own, or reports it to the administrators. What a creator hides or shows again, and what is reported, is in the audit
 * log.
 */
export async function changePost(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    videoId,
    postId,
    asked,
    role,
    by,
  }: {
    videoId: string;
    postId: string;
    asked: ChangeRequest;
    role: QuestionRole;
    by: Actor;
  },
): Promise<ChangedPost> {
  const now = clock();
  return db.transaction().execute(async (trx): Promise<ChangedPost> => {
    const post = await lockPost(trx, { videoId, postId });
    if (!post) return { ok: false, error: "notFound" };
    const isOwn = post.author_id === by.userId;
    const change = changeOf(asked, isOwn);
    const hiddenBy = post.hidden_by as "creator" | "administrator" | null;
    if (!mayChange(change, role, { isAnswer: post.answers_to !== null, isOwn, hiddenBy }))
      return { ok: false, error: "notFound" };
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
        const isNew = await insertPostReport(trx, { postId, reporterId: by.userId, reason, now });
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
        await setPostHidden(trx, post.id, hides ? { at: now, by: "creator" } : undefined);
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
