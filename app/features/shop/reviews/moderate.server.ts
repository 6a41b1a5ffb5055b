import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { formatDateTime } from "~/i18n/dates";
import type { Db } from "~/platform/db.server";
import { parseCursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { closeReports, listModerated, lockModerated, nameAnnouncement } from "./moderation.queries.server";
import { type ModeratedKind, type ModerationStep, parseModerationList } from "./moderation-list";
import type { ModeratedText } from "./moderation-page";
import { namePost } from "./posts.queries.server";
import { nameReview } from "./reviews.queries.server";

interface ModerationRequest {
  id: string;
  step: ModerationStep;
  /** Empty unless the text is hidden. */
  reason: string;
  by: Actor;
}

/** `changed` is false if the text already had that state, as after a form sent twice. */
type Moderated = { ok: true; changed: boolean } | { ok: false; error: "notFound" };

const records = {
  reviews: { hide: "reviewHidden", unhide: "reviewShown", keep: "reviewKept", name: nameReview },
  questions: { hide: "questionHidden", unhide: "questionShown", keep: "questionKept", name: namePost },
  announcements: {
    hide: "announcementHidden",
    unhide: "announcementShown",
    keep: "announcementKept",
    name: nameAnnouncement,
  },
} as const;

/**
 * Decides about a text, in the audit log, too. Each decision closes its reports. A hidden review leaves the page and the
 * stats. A post that an administrator hid, its creator cannot show again.
 */
export async function moderate(
  { db, clock }: Pick<Services, "db" | "clock">,
  kind: ModeratedKind,
  { id, step, reason, by }: ModerationRequest,
): Promise<Moderated> {
  return db.transaction().execute(async (trx): Promise<Moderated> => {
    const item = await lockModerated(trx, kind, id);
    if (!item) return { ok: false, error: "notFound" };
    const { hidden, report_count } = item;
    const idle = step === "keep" ? report_count === 0 : hidden === (step === "hide");
    if (idle) return { ok: true, changed: false };
    const hiding = step === "hide" ? { at: clock(), reason } : null;
    await closeReports(trx, kind, { id, hiding: step === "keep" ? undefined : hiding });
    await insertAuditEntry(trx, by, {
      action: records[kind][step],
      target: await records[kind].name(trx, id),
      ...(step === "keep" ? {} : { before: { hidden }, after: { hidden: !hidden } }),
      reason,
    });
    return { ok: true, changed: true };
  });
}

/** Shows the page of the reported or the hidden texts of one kind. `params`: of its address. */
export async function showModerated(db: Db, kind: ModeratedKind, params: URLSearchParams) {
  const list = parseModerationList(params);
  const after = parseCursor(params.get("after"));
  const { rows, next } = await listModerated(db, kind, { list, after });
  const items = rows.map(
    (row): ModeratedText => ({
      id: row.id,
      video: row.video_id && row.video_title ? { id: row.video_id, title: row.video_title } : null,
      subject: row.subject,
      author: row.author_email,
      rating: row.rating,
      text: row.text,
      reply: row.reply,
      answerTo: row.question_text,
      date: formatDateTime(row.written_at),
      hidden: row.hidden_at && { date: formatDateTime(row.hidden_at), reason: row.hidden_reason ?? "" },
      openReports: row.report_count,
      reports: row.reports.map(({ reason, created_at, email }) => ({
        reason,
        date: formatDateTime(new Date(created_at)),
        reporter: email,
      })),
    }),
  );
  return { kind, list, items, isFirst: !after, next };
}
