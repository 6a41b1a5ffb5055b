import { formatDay } from "~/features/base/form-fields/dates";
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
  viewerId: string;
  role: QuestionRole;
}

interface QuestionsQuery {
  videoId: string;
  viewing: Viewing;
  locale: Locale;
  after?: Cursor | undefined;
  /** How many questions are shown. */
  limit?: number;
}

/** Shows the questions of a video to somebody who may watch it. Learners are named by first name and initial. */
export async function showQuestions(
  db: Db,
  { videoId, viewing, locale, ...asked }: QuestionsQuery,
): Promise<QuestionsView> {
  const found = await listQuestions(db, viewing.viewerId, { videoId, ...asked });
  return describeQuestions(found, { videoId, role: viewing.role, locale });
}

type FoundQuestions = Awaited<ReturnType<typeof listQuestions>>;

/** Describes questions that were found for the viewer. */
export function describeQuestions(
  { rows, next }: FoundQuestions,
  { videoId, role, locale }: { videoId: string; role: QuestionRole; locale: Locale },
): QuestionsView {
  return {
    videoId,
    viewer: role,
    count: rows[0]?.count ?? 0,
    questions: rows.map((row) => showQuestion(row, { locale, limit: answersInList })),
    next,
  };
}

/** Finds the first questions of a video as its watch page shows them, if the person may watch it. */
export function findQuestionsOnWatchPage(
  db: Db,
  { videoId, userId }: { videoId: string; userId: string },
): Promise<FoundQuestions> {
  return listQuestions(db, userId, { videoId, limit: questionsOnWatchPage });
}

/** Shows the first questions of a video on its watch page. */
export async function showOnWatchPage(
  db: Db,
  role: QuestionRole,
  { videoId, userId, locale }: { videoId: string; userId: string; locale: Locale },
): Promise<QuestionsView> {
  const found = await findQuestionsOnWatchPage(db, { videoId, userId });
  return describeQuestions(found, { videoId, role, locale });
}

/** Shows one question with a page of its answers; undefined if the viewer sees none of this id. */
export async function showQuestionAlone(
  db: Db,
  { videoId, viewing, locale, after, questionId }: Omit<QuestionsQuery, "limit"> & { questionId: string },
): Promise<QuestionsView | undefined> {
  const row = await findQuestion(db, viewing.viewerId, { videoId, questionId, after });
  if (!row) return undefined;
  const question = showQuestion(row, { locale, limit: answersPerPage });
  return { videoId, viewer: viewing.role, count: 1, questions: [question], next: undefined };
}

/** Shows a question and its first answers. `limit`: the number of answers that were to be read, at most. */
export function showQuestion(
  row: QuestionRow,
  { locale, limit }: { locale: Locale; limit: number },
): QuestionView {
  const answers = row.answers.slice(0, limit);
  const last = answers.at(-1);
  // A list shows the creator's answers first: the question's own page then begins at the first.
  const from =
    last && limit === answersPerPage
      ? `&after=${formatCursor({ createdAt: new Date(last.created_at), id: last.id })}`
      : "";
  return {
    ...showPost(row, locale),
    second: row.second,
    solved: row.solved_at !== null,
    pinned: row.is_pinned,
    answered: row.answered_at !== null,
    portraitKey: row.portrait_key,
    answers: answers.map((answer) => showPost(answer, locale)),
    moreAnswers: row.answers.length > limit ? `${questionPath(row.video_id, row.id)}${from}` : null,
  };
}

function showPost(
  row: Omit<AnswerRow, "created_at" | "hidden_by"> & { created_at: string | Date; hidden_by: string | null },
  locale: Locale,
): PostView {
  const name = row.author_name ?? "";
  return {
    id: row.id,
    author: row.by_creator ? name : reviewerName(name),
    byCreator: row.by_creator,
    mine: row.mine,
    text: row.text,
    date: formatDay(new Date(row.created_at), locale),
    hiddenBy: row.hidden_by as PostView["hiddenBy"],
    reported: row.reported,
  };
}

interface InboxQuestion {
  videoId: string;
  videoTitle: string;
  question: QuestionView;
}

/**
 * Reads where a page of the inbox begins, such as "o1764075600000_…": after a question that waits, or after an answered
 * one ("a").
 */
function parseInboxCursor(raw: string | null): InboxCursor | undefined {
  const cursor = parseCursor(raw?.slice(1) ?? null);
  const kind = raw?.[0];
  return cursor && (kind === "o" || kind === "a") ? { ...cursor, isOpen: kind === "o" } : undefined;
}

/** Shows a page of the questions under a creator's videos. `after`: as the link to the page has it. */
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
