import type { WatchAccess } from "~/features/playback/access/watch-access";

/** Role of a person for a video: its creator, or a learner who may watch it. */
export type Standing = "owner" | "learner";

/** Returns what a viewer is among the questions of a video; undefined if they may not watch it, and so see none. */
export function decideStanding(access: WatchAccess): Standing | undefined {
  if (access === "owner") return "owner";
  return access === "bought" ? "learner" : undefined;
}

/** The changes of a question or an answer that exists. `restore`: shows again what the creator hid. */
export type PostChange = "answer" | "solve" | "pin" | "hide" | "restore" | "withdraw" | "report";

export interface JudgedPost {
  isAnswer: boolean;
  /** Written by the person who asks for the change. */
  isOwn: boolean;
  hiddenBy: "creator" | "administrator" | null;
}

/** Returns whether a person may change a question or an answer under a video that they may watch. */
export function mayChange(change: PostChange, standing: Standing, post: JudgedPost): boolean {
  const isShown = post.hiddenBy === null;
  const isQuestion = !post.isAnswer;
  const isOwner = standing === "owner";
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
export function mayAsk(standing: Standing): boolean {
  return standing === "learner";
}
