import { type RawBuilder, sql } from "kysely";
import { inSaoPaulo, startsAt } from "~/features/base/form-fields/days.queries.server";
import { hasAccess, productsWithVideo } from "~/features/videos/listing/access-grants.queries.server";
import type { Db } from "~/platform/db.server";
import { type Cursor, toPage } from "~/platform/keyset";
import type { Audience, Target } from "./announcement-form";

/** Serializes a creator's announcements, so that they are counted correctly. */
export async function lockAnnouncing(trx: Db, creatorId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`announcement ${creatorId}`}, 0))`.execute(trx);
}

export async function findOwnProduct(
  db: Db,
  { creatorId, productId }: { creatorId: string; productId: string },
) {
  return db
    .selectFrom("videos")
    .select("title")
    .where("id", "=", productId)
    .where("creator_id", "=", creatorId)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

interface Sending extends Target {
  creatorId: string;
  now: Date;
}

/** In São Paulo's calendar month, for the most announced product. All buyers count for every product. */
export async function countInMonth(
  db: Db,
  { creatorId, audience, productId, now }: Sending,
): Promise<number> {
  const month = startsAt(sql`date_trunc('month', ${inSaoPaulo(sql`${now}::timestamptz`)})::date`);
  const { rows } = await sql<{ number: number }>`
    SELECT (coalesce(max(number) FILTER (WHERE product_id IS NOT NULL), 0)
      + coalesce(max(number) FILTER (WHERE product_id IS NULL), 0))::integer AS number
    FROM (SELECT product_id, count(*) AS number FROM announcements
      WHERE creator_id = ${creatorId} AND audience = ${audience} AND created_at >= ${month}
        AND (product_id IS NULL OR ${productId}::uuid IS NULL OR product_id = ${productId})
      GROUP BY product_id) AS sent`.execute(db);
  return rows[0]?.number ?? 0;
}

/** True for the same text to the same people within a day: a form sent twice. */
export async function isRepeated(
  db: Db,
  { creatorId, audience, productId, now, subject, text }: Sending & { subject: string; text: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("announcements")
    .select("id")
    .where("creator_id", "=", creatorId)
    .where("audience", "=", audience)
    .where(sql<boolean>`product_id IS NOT DISTINCT FROM ${productId}::uuid`)
    .where("created_at", ">", new Date(now.getTime() - 24 * 60 * 60_000))
    .where("subject", "=", subject)
    .where("text", "=", text)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAnnouncement(
  trx: Db,
  { creatorId, audience, productId, now, subject, text }: Sending & { subject: string; text: string },
): Promise<string> {
  const { id } = await trx
    .insertInto("announcements")
    .values({ creator_id: creatorId, audience, product_id: productId, subject, text, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Lists a page of the people who have access or follow now, by id. */
export async function listRecipients(
  db: Db,
  {
    creatorId,
    audience,
    productId,
    after,
    limit,
  }: { creatorId: string; after?: string | undefined; limit: number } & Target,
): Promise<string[]> {
  const people =
    audience === "followers"
      ? sql`SELECT user_id AS id FROM creator_follows WHERE creator_id = ${creatorId}`
      : productId === null
        ? sql`SELECT consumer_id AS id FROM creator_students WHERE creator_id = ${creatorId}`
        : sql`SELECT DISTINCT user_id AS id FROM access_grants WHERE revoked_at IS NULL AND product_id = ANY (ARRAY(
            SELECT ${productId}::uuid UNION ALL
            SELECT course_id FROM course_lessons WHERE video_id = ${productId} AND removed_at IS NULL))`;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${people}) AS people
    WHERE id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid AND id <> ${creatorId}
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function addPosted(trx: Db, id: string, number: number): Promise<void> {
  await trx
    .updateTable("announcements")
    .set(({ eb }) => ({ posted: eb("posted", "+", number) }))
    .where("id", "=", id)
    .execute();
}

/** Condition on `announcements`: visible, and for this person now. */
const isFor = (userId: string): RawBuilder<boolean> => sql<boolean>`(announcements.hidden_at IS NULL AND CASE
  WHEN audience = 'followers' THEN EXISTS (SELECT FROM creator_follows
    WHERE creator_follows.creator_id = announcements.creator_id AND user_id = ${userId})
  WHEN product_id IS NULL THEN EXISTS (SELECT FROM creator_students
    WHERE creator_students.creator_id = announcements.creator_id AND consumer_id = ${userId})
  ELSE ${hasAccess(userId, sql.ref("announcements.product_id"))} END)`;

function selectAnnouncements(db: Db) {
  return db
    .selectFrom("announcements")
    .innerJoin("users as creator", "creator.id", "announcements.creator_id")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "announcements.creator_id")
    .leftJoin("videos", "videos.id", "announcements.product_id")
    .select([
      "announcements.id",
      "announcements.creator_id",
      "audience",
      "product_id",
      "subject",
      "text",
      "announcements.created_at",
      "creator_profiles.full_name as creator_name",
      "videos.title as product_title",
    ])
    .where("creator.suspended_at", "is", null)
    .$narrowType<{ audience: Audience }>();
}

export type AnnouncementRow = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>;

/** Undefined if hidden, its creator is suspended, or it is not for the reader. */
export async function findAnnouncement(db: Db, { id, readerId }: { id: string; readerId: string }) {
  return selectAnnouncements(db).where("announcements.id", "=", id).where(isFor(readerId)).executeTakeFirst();
}

/** As `findAnnouncement`, for every reader. */
export async function findOutgoing(db: Db, id: string) {
  return selectAnnouncements(db)
    .where("announcements.id", "=", id)
    .where("hidden_at", "is", null)
    .executeTakeFirst();
}

/** Lists a person's newest announcements, about one video or all that they have or follow. */
export async function listForReader(
  db: Db,
  {
    readerId,
    videoId,
    since,
    limit,
  }: { readerId: string; videoId?: string | undefined; since: Date; limit: number },
) {
  const query = selectAnnouncements(db)
    .where("announcements.created_at", ">", since)
    .where(isFor(readerId))
    .orderBy("announcements.created_at", "desc")
    .orderBy("announcements.id", "desc")
    .limit(limit);
  const named = videoId
    ? query.where(
        sql<boolean>`audience = 'buyers' AND (announcements.creator_id, true) IN (SELECT videos.creator_id,
          announcements.product_id IS NULL OR announcements.product_id = ${productsWithVideo}
          FROM videos WHERE videos.id = ${videoId})`,
      )
    : query.where(
        sql<boolean>`announcements.creator_id IN (
          SELECT own.creator_id FROM access_grants JOIN videos AS own ON own.id = access_grants.product_id
          WHERE user_id = ${readerId} AND revoked_at IS NULL
          UNION SELECT creator_follows.creator_id FROM creator_follows WHERE user_id = ${readerId})`,
      );
  return named.execute();
}

const ownPerPage = 10;

/** Newest first, with their mails' results. */
export async function listOwnAnnouncements(
  db: Db,
  { creatorId, after }: { creatorId: string; after: Cursor | undefined },
) {
  let query = db
    .selectFrom("announcements")
    .leftJoin("videos", "videos.id", "announcements.product_id")
    .select(["announcements.id", "announcements.created_at", "audience", "subject", "text"])
    .select(["posted", "sent", "refused", "skipped", "hidden_reason", "videos.title as product_title"])
    .where("announcements.creator_id", "=", creatorId)
    .orderBy("announcements.created_at", "desc")
    .orderBy("announcements.id", "desc")
    .limit(ownPerPage + 1)
    .$narrowType<{ audience: Audience }>();
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("announcements.created_at", "announcements.id"), "<", tuple(after.createdAt, after.id)),
    );
  return toPage(await query.execute(), ownPerPage);
}
