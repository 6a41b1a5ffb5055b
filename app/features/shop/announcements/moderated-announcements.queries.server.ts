import { sql } from "kysely";
import type { ModerationList } from "~/features/shop/reviews/moderation-list";
import type { Db } from "~/platform/db.server";
import { type Cursor, toPage } from "~/platform/keyset";

export async function lockAnnouncement(trx: Db, id: string) {
  return trx
    .selectFrom("announcements")
    .select(["id", "subject", "hidden_at", "report_count"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Requires the announcement's lock. Returns false if the person has reported it before. */
export async function insertAnnouncementReport(
  trx: Db,
  { id, reporterId, reason, now }: { id: string; reporterId: string; reason: string; now: Date },
): Promise<boolean> {
  const added = await trx
    .insertInto("announcement_reports")
    .values({ announcement_id: id, reporter_id: reporterId, reason, created_at: now })
    .onConflict((conflict) => conflict.columns(["announcement_id", "reporter_id"]).doNothing())
    .returning("announcement_id")
    .executeTakeFirst();
  if (!added) return false;
  await trx
    .updateTable("announcements")
    .set(({ eb, fn, val }) => ({
      report_count: eb("report_count", "+", 1),
      reported_at: fn.coalesce("reported_at", val(now)),
    }))
    .where("id", "=", id)
    .execute();
  return true;
}

/** Closes the reports of a locked announcement. `hiding`: null shows it again, undefined changes nothing. */
export async function setAnnouncementHidden(
  trx: Db,
  { id, hiding }: { id: string; hiding: { at: Date; reason: string } | null | undefined },
): Promise<void> {
  await trx
    .updateTable("announcements")
    .set({
      report_count: 0,
      reported_at: null,
      ...(hiding !== undefined && { hidden_at: hiding?.at ?? null, hidden_reason: hiding?.reason ?? null }),
    })
    .where("id", "=", id)
    .execute();
}

const moderatedPerPage = 20;
const reportsShown = 5;

const dates = { reported: "announcements.reported_at", hidden: "announcements.hidden_at" } as const;

/** Reported and undecided, or hidden; newest first. */
export async function listModeratedAnnouncements(
  db: Db,
  { list, after }: { list: ModerationList; after?: Cursor | undefined },
) {
  const date = dates[list];
  let query = db
    .selectFrom("announcements")
    .innerJoin("users", "users.id", "announcements.creator_id")
    .leftJoin("videos", "videos.id", "announcements.product_id")
    .select([
      "announcements.id",
      "product_id",
      "videos.title as product_title",
      "users.email as author_email",
    ])
    .select(["subject", "text", "hidden_at", "hidden_reason", "report_count"])
    .select(["announcements.created_at as sent_at", sql<Date>`${sql.ref(date)}`.as("created_at")])
    .where(date, "is not", null)
    .orderBy(date, "desc")
    .orderBy("announcements.id", "desc")
    .limit(moderatedPerPage + 1);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(date, "announcements.id"), "<", tuple(after.createdAt, after.id)),
    );
  return toPage(await query.execute(), moderatedPerPage);
}

/** The newest few for each announcement. */
export async function listAnnouncementReports(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("announcements")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("announcement_reports")
          .innerJoin("users", "users.id", "reporter_id")
          .select(["reason", "announcement_reports.created_at", "users.email"])
          .whereRef("announcement_id", "=", "announcements.id")
          .orderBy("announcement_reports.created_at", "desc")
          .limit(reportsShown)
          .as("report"),
      (join) => join.onTrue(),
    )
    .select(["announcements.id as announcement_id", "report.reason", "report.created_at", "report.email"])
    .where("announcements.id", "in", ids)
    .execute();
}
