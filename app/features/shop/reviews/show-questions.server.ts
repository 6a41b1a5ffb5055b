import { formatAgo, formatDay } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { type Cursor, formatCursor, parseCursor } from "~/platform/keyset";
import {
  type AnswerRow,
  answersInList,
  answersPerPage,
  findQuestion,
  type InboxCursor,
  listInbox,
  listQuestions,
  type QuestionRow,
} from "./questions.queries.server";
import {
  type PostView,
  type QuestionRole,
  type QuestionsView,
  type QuestionView,
  questionPath,
  questionsOnWatchPage,
} from "./questions-view";
import { reviewerName } from "./reviews-view";

interface Viewing {
  /** Null for a visitor. */
  viewerId: string | null;
  role: QuestionsView["viewer"];
}

interface QuestionsQuery {
  videoId: string;
  beforePurchase?: boolean;
  viewing: Viewing;
  locale: Locale;
  after?: Cursor | undefined;
  limit?: number;
  /** Days are shown relative to it. */
  now?: Date;
}

/**
 * Shows the questions of a video to somebody who may watch it, or those before buying to anyone. Learners are named by
 * first name and initial.
 */
export async function showQuestions(
  db: Db,
  { viewing, locale, ...asked }: QuestionsQuery,
): Promise<QuestionsView> {
  const found = await listQuestions(db, viewing.viewerId, asked);
  return describeQuestions(found, { ...asked, role: viewing.role, locale });
}

type FoundQuestions = Awaited<ReturnType<typeof listQuestions>>;

export function describeQuestions(
  { rows, next }: FoundQuestions,
  {
    videoId,
    beforePurchase = false,
    role,
    locale,
    now,
  }: Pick<QuestionsQuery, "videoId" | "beforePurchase" | "locale" | "now"> & {
    role: QuestionsView["viewer"];
  },
): QuestionsView {
  return {
    videoId,
    viewer: role,
    beforePurchase,
    count: rows[0]?.count ?? 0,
    questions: rows.map((row) => showQuestion(row, { locale, now, limit: answersInList })),
    next,
  };
}

/** Finds nothing if the person may not watch the video. */
export function findQuestionsOnWatchPage(
  db: Db,
  { videoId, userId }: { videoId: string; userId: string },
): Promise<FoundQuestions> {
  return listQuestions(db, userId, { videoId, limit: questionsOnWatchPage });
}

export async function showOnWatchPage(
  db: Db,
  role: QuestionRole,
  { videoId, userId, locale }: { videoId: string; userId: string; locale: Locale },
): Promise<QuestionsView> {
  const found = await findQuestionsOnWatchPage(db, { videoId, userId });
  return describeQuestions(found, { videoId, role, locale });
}

/** Returns undefined if the viewer sees no question with this id. */
export async function showQuestionAlone(
  db: Db,
  { viewing, locale, ...asked }: Omit<QuestionsQuery, "limit"> & { questionId: string },
): Promise<QuestionsView | undefined> {
  const row = await findQuestion(db, viewing.viewerId, asked);
  if (!row) return undefined;
  const { videoId, beforePurchase = false, now } = asked;
  const questions = [showQuestion(row, { locale, now, limit: answersPerPage })];
  return { videoId, viewer: viewing.role, beforePurchase, count: 1, questions, next: undefined };
}

/** `limit`: maximum answers that were read. */
function showQuestion(
  row: QuestionRow,
  { locale, now, limit }: { locale: Locale; now?: Date | undefined; limit: number },
): QuestionView {
  const answers = row.answers.slice(0, limit);
  const last = answers.at(-1);
  // A list has the creator's answers first, so the question's own page begins at the first answer.
  const from =
    last && limit === answersPerPage
      ? `&after=${formatCursor({ createdAt: new Date(last.created_at), id: last.id })}`
      : "";
  return {
    ...showPost(row, locale, now),
    second: row.second,
    solved: row.solved_at !== null,
    pinned: row.is_pinned,
    beforePurchase: row.before_purchase,
    answered: row.answered_at !== null,
    portraitKey: row.portrait_key,
    answers: answers.map((answer) => showPost(answer, locale, now)),
    moreAnswers:
      row.answers.length > limit ? `${questionPath(row.video_id, row.id, row.before_purchase)}${from}` : null,
  };
}

function showPost(
  row: Omit<AnswerRow, "created_at" | "hidden_by"> & { created_at: string | Date; hidden_by: string | null },
  locale: Locale,
  now: Date | undefined,
): PostView {
  const name = row.author_name ?? "";
  return {
    id: row.id,
    author: row.by_creator ? name : reviewerName(name),
    byCreator: row.by_creator,
    mine: row.mine,
    text: row.text,
    date: now
      ? formatAgo(new Date(row.created_at), now, locale)
      : formatDay(new Date(row.created_at), locale),
    hiddenBy: row.hidden_by as PostView["hiddenBy"],
    reported: row.reported,
  };
}

interface InboxQuestion {
  videoId: string;
  videoTitle: string;
  question: QuestionView;
}

/** Parses a cursor such as "o1764075600000_…": "o" after an open question, "a" after an answered one. */
function parseInboxCursor(raw: string | null): InboxCursor | undefined {
  const cursor = parseCursor(raw?.slice(1) ?? null);
  const kind = raw?.[0];
  return cursor && (kind === "o" || kind === "a") ? { ...cursor, isOpen: kind === "o" } : undefined;
}

/** Shows a page of the questions under a creator's videos. `after`: the cursor in the address. */
export async function showInbox(
  db: Db,
  asked: { creatorId: string; onlyOpen: boolean; after: string | null; locale: Locale },
): Promise<{ questions: InboxQuestion[]; next: string | undefined; isFirst: boolean }> {
  const { creatorId, onlyOpen, locale } = asked;
  const after = parseInboxCursor(asked.after);
  const { rows, next } = await listInbox(db, { creatorId, onlyOpen, after });
  return {
    questions: rows.map((row) => ({
      videoId: row.video_id,
      videoTitle: row.video_title,
      question: showQuestion(row, { locale, limit: answersInList }),
    })),
    next: next && `${next.isOpen ? "o" : "a"}${formatCursor(next)}`,
    isFirst: !after,
  };
}
