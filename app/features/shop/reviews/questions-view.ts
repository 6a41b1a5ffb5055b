import type { WatchAccess } from "~/features/playback/access/watch-access";
import type { LimitRule } from "~/platform/try-counter.server";

/**
 * Role of a person for a video: its creator, a learner who may watch it, or somebody who asks before buying, or only
 * reads what others asked.
 */
export type QuestionRole = "owner" | "learner" | "visitor";

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
  /** Asked on the sales page, where only the creator answers; no answer, no page that shows it to others. */
  beforePurchase: boolean;
}

/** Returns whether a person may change a question or an answer that they may see. */
export function mayChange(change: PostChange, role: QuestionRole, post: JudgedPost): boolean {
  const isShown = post.hiddenBy === null;
  const isQuestion = !post.isAnswer;
  const isOwner = role === "owner";
  switch (change) {
    case "answer":
      return isQuestion && isShown && (isOwner || !post.beforePurchase);
    case "solve":
      return isQuestion && isShown && !post.beforePurchase && (isOwner || post.isOwn);
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

/** Returns whether a person may ask: anyone but the one who teaches. */
export function mayAsk(role: QuestionRole): boolean {
  return role !== "owner";
}

/** The longest question or answer, in characters: the table's limit. */
export const questionMaxLength = 2_000;

/** Questions of one person under one video that wait for an answer. */
export const maxWaiting = 5;

/** Answers to one question. */
export const maxAnswers = 100;

/** Questions that stay at the top of a video's list. */
export const maxPinned = 3;

/** Questions that one account asks. */
export const askLimit: LimitRule = { name: "question", tries: 10, seconds: 3_600 };

/** Answers that one account writes. */
export const answerLimit: LimitRule = { name: "question-answer", tries: 40, seconds: 3_600 };

/** Questions and answers that one account solves, pins, hides or withdraws. */
export const questionChangeLimit: LimitRule = { name: "question-change", tries: 100, seconds: 3_600 };

/** Questions and answers that one account reports. */
export const questionReportLimit: LimitRule = { name: "question-report", tries: 20, seconds: 3_600 };

/** A question or an answer as one viewer sees it, without the id of a person. */
export interface PostView {
  id: string;
  /** The creator's name, or a learner's first name and initial; empty if unknown. */
  author: string;
  /** Written by the video's creator. */
  byCreator: boolean;
  mine: boolean;
  text: string;
  date: string;
  /** Hidden posts are shown to their authors and to the creator. */
  hiddenBy: "creator" | "administrator" | null;
  /** The viewer has reported it. */
  reported: boolean;
}

export interface QuestionView extends PostView {
  /** The second of the video that it is about; null if it is about the whole. */
  second: number | null;
  solved: boolean;
  pinned: boolean;
  beforePurchase: boolean;
  /** The creator's newest answer is the last word, as far as the asker is concerned. */
  answered: boolean;
  /** Of the video's creator. */
  portraitKey: string | null;
  answers: PostView[];
  /** Address of the following answers; null if all are here. */
  moreAnswers: string | null;
}

/** Questions of a video as one of those sees them who may watch it, or those before buying as anyone sees them. */
export interface QuestionsView {
  videoId: string;
  viewer: QuestionRole | "anonymous";
  beforePurchase: boolean;
  /** Of all questions that the viewer sees, at most `countLimit`. */
  count: number;
  questions: QuestionView[];
  next: string | undefined;
}

/** Counting questions stops here. */
export const countLimit = 100;

/** Questions that the watch page shows. */
export const questionsOnWatchPage = 3;

/** Questions before buying that the sales page shows. */
export const asksOnSalesPage = 5;

export const questionsSectionId = "perguntas";

/** Returns the page of a video's questions, or of those before buying, where their forms are sent too. */
export function questionsPath(videoId: string, beforePurchase = false): string {
  return `/videos/${videoId}/${beforePurchase ? "asks" : "questions"}`;
}

/** Returns the page of one question with all its answers. */
export function questionPath(videoId: string, questionId: string, beforePurchase = false): string {
  return `${questionsPath(videoId, beforePurchase)}?question=${questionId}`;
}

/** Errors of a form, and its input. */
export interface QuestionProblem {
  /** The question or answer that the form is about; empty for a new question. */
  postId: string;
  intent: string;
  /** Messages by field; `form` is about the whole. */
  errors: Readonly<Record<string, string>>;
  typed: Readonly<Record<string, string>>;
}

/** Outcome of a form. */
export type DonePost =
  | "asked"
  | "answered"
  | "solved"
  | "unsolved"
  | "pinned"
  | "unpinned"
  | "hidden"
  | "restored"
  | "withdrawn"
  | "reported"
  | "reportedBefore";

/** Returns where a form without script leads. `back`: the page that it was on. */
export function pageAfterForm(
  { id, beforePurchase }: { id: string; beforePurchase: boolean },
  back: string | undefined,
): string {
  if (back === "watch") return `/watch/${id}#${questionsSectionId}`;
  if (back === "sale") return `/videos/${id}#${questionsSectionId}`;
  return back === "inbox" ? "/creator/questions" : questionsPath(id, beforePurchase);
}
