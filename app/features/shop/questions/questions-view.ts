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
  /** The creator's newest answer is the last word, as far as the asker is concerned. */
  answered: boolean;
  /** Of the video's creator. */
  portraitKey: string | null;
  answers: PostView[];
  /** Address of the following answers; null if all are here. */
  moreAnswers: string | null;
}

/** Questions of a video as one of those sees them who may watch it. */
export interface QuestionsView {
  videoId: string;
  viewer: "owner" | "learner";
  /** Of all questions that the viewer sees, at most `countLimit`. */
  count: number;
  questions: QuestionView[];
  next: string | undefined;
}

/** Counting questions stops here. */
export const countLimit = 100;

/** Questions that the watch page shows. */
export const questionsOnWatchPage = 3;

export const questionsSectionId = "perguntas";

/** Returns the page of a video's questions, where their forms are sent too. */
export function questionsPath(videoId: string): string {
  return `/videos/${videoId}/questions`;
}

/** Returns the page of one question with all its answers. */
export function questionPath(videoId: string, questionId: string): string {
  return `${questionsPath(videoId)}?question=${questionId}`;
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
export function pageAfterForm(videoId: string, back: string | undefined): string {
  if (back === "watch") return `/watch/${videoId}#${questionsSectionId}`;
  return back === "inbox" ? "/creator/questions" : questionsPath(videoId);
}
