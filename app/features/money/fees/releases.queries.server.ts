import { sql } from "kysely";
import { dayIn, startsAt } from "~/features/base/form-fields/days.queries.server";
import type { ReleaseDays, Reserve } from "~/features/money/ledger/release-rules";
import type { Day } from "~/i18n/days";
import type { Db } from "~/platform/db.server";

interface Authored {
  id: string;
  /** The first day in São Paulo. */
  from: Day;
  reason: string;
  by: string;
  requestId?: string | undefined;
  now: Date;
}

const authored = (rule: Authored) => ({
  id: rule.id,
  valid_from: sql<Date>`${rule.from}::date`,
  reason: rule.reason,
  created_by: rule.by,
  created_at: rule.now,
  request_id: rule.requestId ?? null,
});

export async function lockReleaseRules(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('release rules'))`.execute(db);
}

export async function insertReleaseRule(db: Db, rule: Authored & { days: ReleaseDays }): Promise<void> {
  await db
    .insertInto("release_rules")
    .values({
      ...authored(rule),
      pix_days: rule.days.pix,
      boleto_days: rule.days.boleto,
      card_days: rule.days.card,
    })
    .execute();
}

export async function hasReleaseRule(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("release_rules").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

export async function insertReserve(
  db: Db,
  rule: Authored & { creatorId: string; reserve: Reserve },
): Promise<void> {
  await db
    .insertInto("creator_reserves")
    .values({
      ...authored(rule),
      creator_id: rule.creatorId,
      reserve_bp: rule.reserve.bp,
      reserve_days: rule.reserve.days,
    })
    .execute();
}

export async function findReserveCreator(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("creator_reserves")
    .select("creator_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.creator_id;
}

const daysOf = sql`json_build_object('pix', pix_days, 'boleto', boleto_days, 'card', card_days,
  'from', to_char(valid_from, 'YYYY-MM-DD'))`;

/** For sales paid today, and the next change. */
export interface ReleaseRulesNow {
  days: ReleaseDays;
  nextDays: (ReleaseDays & { from: Day }) | null;
}

export function releaseRulesNow({ now, today }: { now: Date; today: Day }) {
  return sql<ReleaseRulesNow>`(
    SELECT json_build_object('days', json_build_object('pix', release_days('pix', at),
        'boleto', release_days('boleto', at), 'card', release_days('card', at)),
      'nextDays', (SELECT ${daysOf} FROM release_rules
        WHERE valid_from > ${today}::date ORDER BY valid_from, number DESC LIMIT 1))
    FROM (SELECT ${now}::timestamptz AS at) AS present)`;
}

export async function findReleaseRules(db: Db, at: { now: Date; today: Day }): Promise<ReleaseRulesNow> {
  const { rules } = await db.selectNoFrom(releaseRulesNow(at).as("rules")).executeTakeFirstOrThrow();
  return rules;
}

/** Today's reserve, its next change, and what past sales have in reserve, in cents of BRL. */
export interface OwnReserve {
  now: Reserve | null;
  next: (Reserve & { from: Day }) | null;
  heldCents: number;
}

/**
 * Held lines are released later than the sale's own day. They are few, of creators at risk, and read only if a reserve
 * was ever set.
 */
export function ownReserve(creatorId: string, { now, today }: { now: Date; today: Day }) {
  return sql<OwnReserve>`(
    SELECT json_build_object(
      'now', (SELECT row_to_json(one) FROM reserve_of(${creatorId}::uuid, ${now}::timestamptz) AS one WHERE one.bp > 0),
      'next', (SELECT json_build_object('bp', reserve_bp, 'days', reserve_days, 'from', to_char(valid_from, 'YYYY-MM-DD'))
        FROM creator_reserves WHERE creator_id = ${creatorId}::uuid AND valid_from > ${today}::date
        ORDER BY valid_from, number DESC LIMIT 1),
      'heldCents', CASE WHEN EXISTS (SELECT FROM creator_reserves WHERE creator_id = ${creatorId}::uuid) THEN (
        SELECT coalesce(sum(line.amount_cents), 0)::bigint FROM ledger_lines line
        JOIN ledger_entries entry ON entry.id = line.entry_id JOIN sales ON sales.id = entry.sale_id
        WHERE line.creator_id = ${creatorId}::uuid AND line.currency = 'BRL' AND line.account = 'creator'
          AND line.available_at > ${now} AND line.available_at > greatest(
            sales.paid_at + make_interval(hours => 24 * release_days(sales.payment_method, sales.paid_at)),
            ${startsAt(sql`${dayIn(sql`sales.paid_at`)} + 8`)})
      ) ELSE 0 END))`;
}

export async function findOwnReserve(
  db: Db,
  creatorId: string,
  at: { now: Date; today: Day },
): Promise<OwnReserve> {
  const { reserve } = await db
    .selectNoFrom(ownReserve(creatorId, at).as("reserve"))
    .executeTakeFirstOrThrow();
  return reserve;
}

export async function listReleaseRules(db: Db, limit: number) {
  return db
    .selectFrom("release_rules as rule")
    .innerJoin("users as author", "author.id", "rule.created_by")
    .leftJoin("second_person_requests as request", "request.id", "rule.request_id")
    .leftJoin("users as approver", "approver.id", "request.decided_by")
    .select(["rule.id", "pix_days", "boleto_days", "card_days", "rule.reason", "rule.created_at"])
    .select(["author.email", "approver.email as approver", sql<Day>`rule.valid_from::text`.as("from")])
    .orderBy("rule.number", "desc")
    .limit(limit)
    .execute();
}

export async function listReserves(db: Db, creatorId: string, limit: number) {
  return db
    .selectFrom("creator_reserves as rule")
    .innerJoin("users as author", "author.id", "rule.created_by")
    .leftJoin("second_person_requests as request", "request.id", "rule.request_id")
    .leftJoin("users as approver", "approver.id", "request.decided_by")
    .select(["rule.id", "reserve_bp", "reserve_days", "rule.reason", "rule.created_at"])
    .select(["author.email", "approver.email as approver", sql<Day>`rule.valid_from::text`.as("from")])
    .where("rule.creator_id", "=", creatorId)
    .orderBy("rule.number", "desc")
    .limit(limit)
    .execute();
}

/** `before…`: the day before. `replaced`: a later one holds from the same day. */
export async function findReserveForMail(db: Db, id: string) {
  const { rows } = await sql<
    Reserve & {
      creatorId: string;
      from: Day;
      beforeBp: number;
      beforeDays: number;
      reason: string;
      replaced: boolean;
    }
  >`
    SELECT rule.creator_id AS "creatorId", rule.reserve_bp AS bp, rule.reserve_days AS days, rule.reason,
      rule.valid_from::text AS "from", coalesce(former.bp, 0) AS "beforeBp",
      coalesce(former.days, 0) AS "beforeDays",
      EXISTS (SELECT FROM creator_reserves later WHERE later.creator_id = rule.creator_id
        AND later.valid_from = rule.valid_from AND later.number > rule.number) AS replaced
    FROM creator_reserves rule
    LEFT JOIN LATERAL reserve_of(rule.creator_id, ${startsAt(sql`rule.valid_from`)}
      - interval '1 second') AS former ON true
    WHERE rule.id = ${id}::uuid`.execute(db);
  return rows[0];
}
