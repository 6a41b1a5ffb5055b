import type { WatchAccess } from "~/features/playback/access/watch-access";
import type { LimitRule } from "~/platform/try-counter.server";

/** `visitor`: reads what was asked before buying, and may ask. */
export type QuestionRole = "owner" | "learner" | "visitor";

/** Roles of those who may watch. */
export const questionRoles: Partial<Record<WatchAccess, QuestionRole>> = {
  owner: "owner",
  bought: "learner",
};

/** `restore`: shows again what the creator hid. */
export type PostChange = "answer" | "solve" | "pin" | "hide" | "restore" | "withdraw" | "report";

export interface JudgedPost {
  isAnswer: boolean;
  /** Written by the person who asks for the change. */
  isOwn: boolean;
  hiddenBy: "creator" | "administrator" | null;
  /** Asked on the sales page, where only the creator answers. Unanswered, others do not see it. */
  beforePurchase: boolean;
}

/** Returns whether a person may make this change to a post that they may see. */
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

export function mayAsk(role: QuestionRole): boolean {
  return role !== "owner";
}

/** Maximum characters of a question or an answer: the table's limit. */
export const questionMaxLength = 2_000;

/** Limit of one person's questions under one video that wait for an answer. */
export const maxWaiting = 5;

export const maxAnswers = 100;

export const maxPinned = 3;

/** Per account. */
export const askLimit: LimitRule = { name: "question", tries: 10, seconds: 3_600 };

/** Per account. */
export const answerLimit: LimitRule = { name: "question-answer", tries: 40, seconds: 3_600 };

/** Questions and answers that one account solves, pins, hides or withdraws. */
export const questionChangeLimit: LimitRule = { name: "question-change", tries: 100, seconds: 3_600 };

export const questionReportLimit: LimitRule = { name: "question-report", tries: 20, seconds: 3_600 };

/** A post as one viewer sees it, without the id of a person. */
export interface PostView {
  id: string;
  /** The creator's name, or a learner's first name and initial; empty if unknown. */
  author: string;
  byCreator: boolean;
  mine: boolean;
  text: string;
  date: string;
  /** Hidden posts are visible to their authors and to the creator. */
  hiddenBy: "creator" | "administrator" | null;
  reported: boolean;
}

export interface QuestionView extends PostView {
  /** Position in the video; null if it is about the whole. */
  second: number | null;
  solved: boolean;
  pinned: boolean;
  beforePurchase: boolean;
  /** The creator's newest answer is newer than the asker's last text. */
  answered: boolean;
  /** Of the video's creator. */
  portraitKey: string | null;
  answers: PostView[];
  /** Address of the following answers; null if there are no more. */
  moreAnswers: string | null;
}

/** The questions that one viewer sees: under the video, or before buying. */
export interface QuestionsView {
  videoId: string;
  viewer: QuestionRole | "anonymous";
  beforePurchase: boolean;
  /** Of all questions that the viewer sees, at most `countLimit`. */
  count: number;
  questions: QuestionView[];
  next: string | undefined;
}

/** Maximum of a count. */
export const countLimit = 100;

export const questionsOnWatchPage = 3;

/** Questions before buying that the sales page shows. */
export const asksOnSalesPage = 5;

export const questionsSectionId = "perguntas";

/** Returns the page of a video's questions, or of those before buying, where their forms are sent too. */
export function questionsPath(videoId: string, beforePurchase = false): string {
  return `/videos/${videoId}/${beforePurchase ? "asks" : "questions"}`;
}

export function questionPath(videoId: string, questionId: string, beforePurchase = false): string {
  return `${questionsPath(videoId, beforePurchase)}?question=${questionId}`;
}

export interface QuestionProblem {
  /** Empty for a new question. */
  postId: string;
  intent: string;
  /** By field; `form` is about the whole. */
  errors: Readonly<Record<string, string>>;
  typed: Readonly<Record<string, string>>;
}

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

/** Where a form without script leads. `back`: the page that it was on. */
export function pageAfterForm(
  { id, beforePurchase }: { id: string; beforePurchase: boolean },
  back: string | undefined,
): string {
  if (back === "watch") return `/watch/${id}#${questionsSectionId}`;
  if (back === "sale") return `/videos/${id}#${questionsSectionId}`;
  return back === "inbox" ? "/creator/questions" : questionsPath(id, beforePurchase);
}
