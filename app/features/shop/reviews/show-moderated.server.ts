import { formatDateTime } from "~/features/base/form-fields/dates";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import { listModerated, listReportReasons, type ModerationList } from "./moderation.queries.server";
import type { ModeratedText } from "./moderation-item";

/** Shows one page of the reviews that are to be decided, or that are hidden. */
export async function showModerated(
  db: Db,
  asked: { list: ModerationList; after?: Cursor },
): Promise<{ reviews: ModeratedText[]; next: string | undefined }> {
  const { rows, next } = await listModerated(db, asked);
  const reports = await listReportReasons(
    db,
    rows.map(({ id }) => id),
  );
  return {
    next,
    reviews: rows.map((row) => ({
      id: row.id,
      video: { id: row.video_id, title: row.video_title },
      author: row.author_email,
      rating: row.rating,
      text: row.text,
      reply: row.reply,
      date: formatDateTime(row.written_at),
      hidden: row.hidden_at && { date: formatDateTime(row.hidden_at), reason: row.hidden_reason ?? "" },
      openReports: row.report_count,
      reports: reports
        .filter(({ review_id }) => review_id === row.id)
        .map(({ reason, created_at, email }) => ({
          reason,
          date: formatDateTime(created_at),
          reporter: email,
        })),
    })),
  };
}
