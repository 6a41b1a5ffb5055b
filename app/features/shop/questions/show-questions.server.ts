import { formatDay } from "~/features/base/form-fields/dates";
import type { WatchAccess } from "~/features/playback/access/watch-access";
import { reviewerName } from "~/features/shop/reviews/reviewer-name";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { type Cursor, formatCursor } from "~/platform/keyset";
import { decideStanding, type Standing } from "./question-rules";
import {
  type AnswerRow,
  answersInList,
  answersPerPage,
  findQuestion,
  listQuestions,
  type QuestionRow,
  type Viewing,
} from "./questions.queries.server";
import {
  type PostView,
  type QuestionsView,
  type QuestionView,
  questionPath,
  questionsOnWatchPage,
} from "./questions-view";

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
  const { rows, next } = await listQuestions(db, viewing, { videoId, ...asked });
  return {
    videoId,
    viewer: viewing.standing,
    count: rows[0]?.count ?? 0,
    questions: rows.map((row) => showQuestion(row, { locale, limit: answersInList })),
    next,
  };
}

/** Shows the first questions of a video on its watch page. */
export async function showOnWatchPage(
  db: Db,
  standing: Standing,
  { videoId, userId, locale }: { videoId: string; userId: string; locale: Locale },
): Promise<QuestionsView> {
  const viewing = { viewerId: userId, standing };
  return showQuestions(db, { videoId, viewing, locale, limit: questionsOnWatchPage });
}

/** As `showOnWatchPage`, for a viewer with this access; undefined if they may not watch the video. */
export async function showQuestionsOnWatchPage(
  db: Db,
  access: WatchAccess,
  asked: { videoId: string; userId: string; locale: Locale },
): Promise<QuestionsView | undefined> {
  const standing = decideStanding(access);
  return standing && showOnWatchPage(db, standing, asked);
}

/** Shows one question with a page of its answers; undefined if the viewer sees none of this id. */
export async function showQuestionAlone(
  db: Db,
  { videoId, viewing, locale, after, questionId }: Omit<QuestionsQuery, "limit"> & { questionId: string },
): Promise<QuestionsView | undefined> {
  const row = await findQuestion(db, viewing, { videoId, questionId, after });
  if (!row) return undefined;
  const question = showQuestion(row, { locale, limit: answersPerPage });
  return { videoId, viewer: viewing.standing, count: 1, questions: [question], next: undefined };
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
