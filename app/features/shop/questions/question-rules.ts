import type { WatchAccess } from "~/features/playback/access/watch-access";

/** Role of a person for a video: its creator, or a learner who may watch it. */
export type QuestionRole = "owner" | "learner";

/** The role of those who may watch, by their access. */
export const questionRoles: Partial<Record<WatchAccess, QuestionRole>> = {
  owner: "owner",
  bought: "learner",
};

/** The changes of a question or an answer that exists. `restore`: shows again what the creator hid. */
export type PostChange = "answer" | "solve" | "pin" | "hide" | "restore" | "withdraw" | "report";

export interface JudgedPost {
  isAnswer: boolean;
  /** Written by the person who asks for the change. */
  isOwn: boolean;
  hiddenBy: "creator" | "administrator" | null;
}

/** Returns whether a person may change a question or an answer under a video that they may watch. */
export function mayChange(change: PostChange, role: QuestionRole, post: JudgedPost): boolean {
  const isShown = post.hiddenBy === null;
  const isQuestion = !post.isAnswer;
  const isOwner = role === "owner";
  switch (change) {
    case "answer":
      return isQuestion && isShown;
    case "solve":
      return isQuestion && isShown && (isOwner || post.isOwn);
    case "pin":
      return isQuestion && isShown && isOwner;
    case "hide":
      return isShown && isOwner && !post.isOwn;
    case "restore":
      return isOwner && post.hiddenBy === "creator";
    case "withdraw":
      return post.isOwn;
    case "report":
      return isShown && !post.isOwn;
  }
}

/** Returns whether a person may ask: those who learn from the video, not the one who teaches. */
export function mayAsk(role: QuestionRole): boolean {
  return role === "learner";
}
