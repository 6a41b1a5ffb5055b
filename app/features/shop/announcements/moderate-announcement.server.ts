import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Moderated, ModerationRequest } from "~/features/shop/reviews/moderate.server";
import type { ModerationList } from "~/features/shop/reviews/moderation-list";
import type { ModeratedText } from "~/features/shop/reviews/moderation-page";
import { formatDateTime } from "~/i18n/dates";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { findAnnouncement } from "./announcements.queries.server";
import {
  insertAnnouncementReport,
  listAnnouncementReports,
  listModeratedAnnouncements,
  lockAnnouncement,
  setAnnouncementHidden,
} from "./moderated-announcements.queries.server";

type Needs = Pick<Services, "db" | "clock">;

/** Once per reader whom the announcement is for. */
export async function reportAnnouncement(
  { db, clock }: Needs,
  { id, reason, by }: { id: string; reason: string; by: Actor },
): Promise<"reported" | "reportedBefore" | "notFound"> {
  return db.transaction().execute(async (trx) => {
    const announcement = await lockAnnouncement(trx, id);
    if (!announcement || !(await findAnnouncement(trx, { id, readerId: by.userId }))) return "notFound";
    const isNew = await insertAnnouncementReport(trx, { id, reporterId: by.userId, reason, now: clock() });
    if (!isNew) return "reportedBefore";
    await insertAuditEntry(trx, by, { action: "announcementReported", target: nameOf(announcement), reason });
    return "reported";
  });
}

const nameOf = ({ id, subject }: { id: string; subject: string }) =>
  ({ kind: "announcement", id, label: subject }) as const;

const actions = {
  hide: "announcementHidden",
  unhide: "announcementShown",
  keep: "announcementKept",
} as const;

/** Each step closes the reports. */
export async function moderateAnnouncement(
  { db, clock }: Needs,
  { id, step, reason, by }: ModerationRequest,
): Promise<Moderated> {
  return db.transaction().execute(async (trx) => {
    const announcement = await lockAnnouncement(trx, id);
    if (!announcement) return { ok: false, error: "notFound" } as const;
    const hidden = announcement.hidden_at !== null;
    const idle = step === "keep" ? announcement.report_count === 0 : hidden === (step === "hide");
    if (idle) return { ok: true, changed: false } as const;
    const hiding = step === "hide" ? { at: clock(), reason } : null;
    await setAnnouncementHidden(trx, { id, hiding: step === "keep" ? undefined : hiding });
    await insertAuditEntry(trx, by, {
      action: actions[step],
      target: nameOf(announcement),
      ...(step === "keep" ? {} : { before: { hidden }, after: { hidden: !hidden } }),
      reason,
    });
    return { ok: true, changed: true } as const;
  });
}

export async function showModeratedAnnouncements(
  db: Db,
  query: { list: ModerationList; after?: Cursor | undefined },
): Promise<{ items: ModeratedText[]; next: string | undefined }> {
  const { rows, next } = await listModeratedAnnouncements(db, query);
  const reports = await listAnnouncementReports(
    db,
    rows.map(({ id }) => id),
  );
  return {
    next,
    items: rows.map((row) => ({
      id: row.id,
      video: row.product_id && row.product_title ? { id: row.product_id, title: row.product_title } : null,
      subject: row.subject,
      author: row.author_email,
      text: row.text,
      reply: null,
      date: formatDateTime(row.sent_at),
      hidden: row.hidden_at && { date: formatDateTime(row.hidden_at), reason: row.hidden_reason ?? "" },
      openReports: row.report_count,
      reports: reports
        .filter(({ announcement_id }) => announcement_id === row.id)
        .map(({ reason, created_at, email }) => ({
          reason,
          date: formatDateTime(created_at),
          reporter: email,
        })),
    })),
  };
}
