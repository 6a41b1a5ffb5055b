import { sql } from "kysely";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";

export type StoryKind =
  | "signedUp"
  | "bought"
  | "triedToBuy"
  | "given"
  | "watched"
  | "refunded"
  | "disputed"
  | "reviewed"
  | "asked"
  | "mailed"
  | "published"
  | "paidOut";

export interface StoryRow {
  id: string;
  created_at: Date;
  kind: StoryKind;
  /** Id of the purchase, dispute, payout or video, by the kind. */
  about: string | null;
  /** A video's title, a mail's kind, or the beginning of a text. */
  title: string | null;
  cents: number | null;
  currency: Currency | null;
  /** Of the purchase, refund, dispute, mail or payout; or the reason for access. */
  status: string | null;
}

export const storyPerPage = 25;

/** Events of the same millisecond that an earlier page had: they are skipped by id. */
const spare = 50;

/** Newest purchases whose refunds and disputes are read. */
const purchasesRead = 500;

/** Newest first. Reads up to a page of each kind by an index, and keeps the newest of all. */
export async function listStory(
  db: Db,
  { userId, after }: { userId: string; after: Cursor | undefined },
): Promise<Page<StoryRow>> {
  const limit = storyPerPage + 1;
  // The id is a digest in the form of a random UUID, as cursors require.
  /**
   * `from`: a query with the columns at, about, video_id, title, cents, currency, status, and `key`, unique in its
   * kind. Titles are read for the page's rows alone.
   */
  const events = (kind: ReturnType<typeof sql>, from: ReturnType<typeof sql>) => sql`
    (SELECT overlay(overlay(md5(${kind} || ':' || event.key) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid AS id, event.at AS created_at, ${kind} AS kind, event.about,
      event.video_id, event.title, event.cents, event.currency, event.status
    FROM (${from}) AS event)`;
  const before = (at: ReturnType<typeof sql>) => (after ? sql`${at} <= ${after.createdAt}` : sql`true`);
  const newest = (at: ReturnType<typeof sql>, key: ReturnType<typeof sql>) =>
    sql`ORDER BY ${at} DESC, ${key} DESC LIMIT ${limit + spare}`;
  const nothing = sql`NULL::bigint AS cents, NULL::text AS currency`;
  const noTitle = sql`NULL::text AS title`;
  const noVideo = sql`NULL::uuid AS video_id`;
  // Looks up each purchase by the index, whatever the planner expects.
  const ofPurchases = (table: ReturnType<typeof sql>) => sql`
    (SELECT id, currency, video_id FROM sales WHERE consumer_id = ${userId}
      ORDER BY created_at DESC, id DESC LIMIT ${purchasesRead}) AS bought
    CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE sale_id = bought.id ORDER BY created_at DESC LIMIT ${limit})
      AS event`;
  const sources = [
    events(
      sql`'signedUp'::text`,
      sql`SELECT id::text AS key, created_at AS at, NULL::text AS about, ${noVideo}, ${noTitle}, ${nothing},
        NULL::text AS status FROM users WHERE id = ${userId} AND ${before(sql`created_at`)}`,
    ),
    events(
      sql`CASE WHEN event.paid THEN 'bought' ELSE 'triedToBuy' END`,
      sql`SELECT id::text AS key, created_at AS at, id::text AS about, video_id, ${noTitle},
        amount_cents::bigint AS cents, currency, status, paid_at IS NOT NULL AS paid
      FROM sales WHERE consumer_id = ${userId} AND ${before(sql`created_at`)} ${newest(sql`created_at`, sql`id`)}`,
    ),
    events(
      sql`'given'::text`,
      sql`SELECT id::text AS key, granted_at AS at, product_id::text AS about, product_id AS video_id, ${noTitle},
        ${nothing}, reason AS status
      FROM access_grants
      WHERE user_id = ${userId} AND reason <> 'sale' AND ${before(sql`granted_at`)}
      ${newest(sql`granted_at`, sql`id`)}`,
    ),
    events(
      sql`'watched'::text`,
      sql`SELECT id::text AS key, last_at AS at, video_id::text AS about, video_id, ${noTitle}, ${nothing},
        NULL::text AS status
      FROM video_accesses WHERE user_id = ${userId} AND ${before(sql`last_at`)} ${newest(sql`last_at`, sql`id`)}`,
    ),
    events(
      sql`'refunded'::text`,
      sql`SELECT event.id::text AS key, event.created_at AS at, sale_id::text AS about, video_id, ${noTitle},
        amount_cents::bigint AS cents, currency, status
      FROM ${ofPurchases(sql`refunds`)}
      WHERE ${before(sql`event.created_at`)} ${newest(sql`event.created_at`, sql`event.id`)}`,
    ),
    events(
      sql`'disputed'::text`,
      sql`SELECT event.id AS key, event.created_at AS at, event.id AS about, video_id, ${noTitle},
        amount_cents::bigint AS cents, currency, status
      FROM ${ofPurchases(sql`disputes`)}
      WHERE ${before(sql`event.created_at`)} ${newest(sql`event.created_at`, sql`event.id`)}`,
    ),
    events(
      sql`'reviewed'::text`,
      sql`SELECT id::text AS key, created_at AS at, video_id::text AS about, video_id, ${noTitle}, ${nothing},
        CASE WHEN hidden_at IS NOT NULL THEN 'hidden' WHEN deleted_at IS NOT NULL THEN 'deleted' END AS status
      FROM reviews WHERE author_id = ${userId} AND ${before(sql`created_at`)} ${newest(sql`created_at`, sql`id`)}`,
    ),
    events(
      sql`'asked'::text`,
      sql`SELECT id::text AS key, created_at AS at, video_id::text AS about, video_id, ${noTitle}, ${nothing},
        CASE WHEN hidden_at IS NOT NULL THEN 'hidden' END AS status
      FROM question_posts WHERE author_id = ${userId} AND ${before(sql`created_at`)}
      ${newest(sql`created_at`, sql`id`)}`,
    ),
    events(
      sql`'mailed'::text`,
      sql`SELECT id::text AS key, created_at AS at, sale_id::text AS about, ${noVideo}, kind AS title, ${nothing}, status
      FROM mails WHERE user_id = ${userId} AND ${before(sql`created_at`)} ${newest(sql`created_at`, sql`id`)}`,
    ),
    events(
      sql`'published'::text`,
      sql`SELECT id::text AS key, published_at AS at, id::text AS about, id AS video_id, ${noTitle}, ${nothing},
        NULL::text AS status
      FROM videos WHERE creator_id = ${userId} AND published_at IS NOT NULL AND ${before(sql`published_at`)}
      ${newest(sql`published_at`, sql`id`)}`,
    ),
    events(
      sql`'paidOut'::text`,
      sql`SELECT id::text AS key, created_at AS at, batch_id::text AS about, ${noVideo}, ${noTitle},
        amount_cents AS cents, 'BRL'::text AS currency, status
      FROM payouts WHERE creator_id = ${userId} AND ${before(sql`created_at`)} ${newest(sql`created_at`, sql`id`)}`,
    ),
  ];
  const past = after ? sql`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<StoryRow>`
    SELECT page.id, page.created_at, kind, about, coalesce(page.title, videos.title) AS title, cents, page.currency,
      status
    FROM (
      SELECT * FROM (${sql.join(sources, sql` UNION ALL `)}) AS story WHERE ${past}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}
    ) AS page LEFT JOIN videos ON videos.id = page.video_id
    ORDER BY page.created_at DESC, page.id DESC`.execute(db);
  return toPage(rows, storyPerPage);
}
