import { sql } from "kysely";
import { startsAt } from "~/features/base/form-fields/days.queries.server";
import type { Day } from "~/i18n/days";
import type { Db } from "~/platform/db.server";

export function creatorFeeBp(creator: "videos.creator_id" | "users.id", at: Date) {
  return sql<number>`creator_fee_bp(${sql.ref(creator)}, ${at}::timestamptz)`;
}

export async function findCreatorFeeBp(db: Db, creatorId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ bp: number }>`
    SELECT creator_fee_bp(${creatorId}::uuid, ${at}::timestamptz) AS bp`.execute(db);
  if (!rows[0]) throw new Error("creator_fee_bp returns one row");
  return rows[0].bp;
}

export async function findVideoFeeBp(db: Db, videoId: string, at: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom("videos")
    .select(creatorFeeBp("videos.creator_id", at).as("bp"))
    .where("id", "=", videoId)
    .executeTakeFirst();
  return row?.bp;
}

export interface CreatorFee {
  id: string;
  creatorId: string;
  bp: number;
  from: Day;
  reason: string;
  /** Who set or requested it. */
  by: string;
  requestId?: string | undefined;
  now: Date;
}

export async function insertCreatorFee(db: Db, fee: CreatorFee): Promise<void> {
  await db
    .insertInto("creator_fees")
    .values({
      id: fee.id,
      creator_id: fee.creatorId,
      share_bp: fee.bp,
      valid_from: sql<Date>`${fee.from}::date`,
      reason: fee.reason,
      created_by: fee.by,
      created_at: fee.now,
      request_id: fee.requestId ?? null,
    })
    .execute();
}

export async function findFeeCreator(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("creator_fees")
    .select("creator_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.creator_id;
}

/** The platform's share today, in basis points, and its next change. */
export interface OwnFees {
  bp: number;
  next: { from: Day; bp: number } | null;
}

export function ownFees(creatorId: string, { now, today }: { now: Date; today: Day }) {
  return sql<OwnFees>`(
    SELECT json_build_object('bp', creator_fee_bp(${creatorId}::uuid, ${now}::timestamptz), 'next', (
      SELECT json_build_object('from', valid_from::text, 'bp', share_bp) FROM creator_fees
      WHERE creator_id = ${creatorId}::uuid AND valid_from > ${today}::date ORDER BY valid_from, number DESC LIMIT 1)))`;
}

export async function findOwnFees(
  db: Db,
  creatorId: string,
  at: { now: Date; today: Day },
): Promise<OwnFees> {
  const { fees } = await db.selectNoFrom(ownFees(creatorId, at).as("fees")).executeTakeFirstOrThrow();
  return fees;
}

/** `beforeBp`: the day before. `replaced`: a later fee holds from the same day. */
export async function findFeeForMail(db: Db, id: string) {
  const { rows } = await sql<{
    creatorId: string;
    bp: number;
    from: Day;
    beforeBp: number;
    reason: string;
    replaced: boolean;
  }>`
    SELECT fee.creator_id AS "creatorId", fee.share_bp AS bp, fee.valid_from::text AS "from", fee.reason,
      creator_fee_bp(fee.creator_id, ${startsAt(sql`fee.valid_from`)}
        - interval '1 second') AS "beforeBp",
      EXISTS (SELECT FROM creator_fees later WHERE later.creator_id = fee.creator_id
        AND later.valid_from = fee.valid_from AND later.number > fee.number) AS replaced
    FROM creator_fees fee WHERE fee.id = ${id}::uuid`.execute(db);
  return rows[0];
}

export async function listCreatorFees(db: Db, creatorId: string, limit: number) {
  return db
    .selectFrom("creator_fees as fee")
    .innerJoin("users as author", "author.id", "fee.created_by")
    .leftJoin("second_person_requests as request", "request.id", "fee.request_id")
    .leftJoin("users as approver", "approver.id", "request.decided_by")
    .select([
      "fee.id",
      "fee.share_bp as bp",
      sql<string>`fee.valid_from::text`.as("from"),
      "fee.reason",
      "fee.created_at",
      "author.email",
      "approver.email as approver",
    ])
    .where("fee.creator_id", "=", creatorId)
    .orderBy("fee.number", "desc")
    .limit(limit)
    .execute();
}
