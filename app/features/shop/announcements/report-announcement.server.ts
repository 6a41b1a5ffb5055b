import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import {
  insertReport,
  lockModerated,
  nameAnnouncement,
} from "~/features/shop/reviews/moderation.queries.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { findAnnouncement } from "./announcements.queries.server";

/** Once per reader whom the announcement is for. */
export async function reportAnnouncement(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id, reason, by }: { id: string; reason: string; by: Actor },
): Promise<"reported" | "reportedBefore" | "notFound"> {
  return db.transaction().execute(async (trx) => {
    await lockModerated(trx, "announcements", id);
    if (!(await findAnnouncement(trx, { id, readerId: by.userId }))) return "notFound";
    const report = { id, reporterId: by.userId, reason, now: clock() };
    if (!(await insertReport(trx, "announcements", report))) return "reportedBefore";
    const target = await nameAnnouncement(trx, id);
    await insertAuditEntry(trx, by, { action: "announcementReported", target, reason });
    return "reported";
  });
}
