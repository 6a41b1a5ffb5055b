import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { formatCursor, parseCursor } from "~/platform/keyset";
import { answersInList, type InboxCursor, listInbox } from "./questions.queries.server";
import type { QuestionView } from "./questions-view";
import { showQuestion } from "./show-questions.server";

export interface InboxQuestion {
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
