import { sql } from "kysely";
import type { Day } from "~/i18n/days";
import type { Db } from "~/platform/db.server";
import type { AdjustmentKind } from "./adjustment";
import { type requestedActs, type SecondPersonProblem, soloAdjustmentDays } from "./approvals";

export interface TwoPeopleSettings {
  /** Set at deployment by the tables' owner: triggers then enforce the rules. */
  required: boolean;
  /** All administrators' limit without an approval in `soloAdjustmentDays`, in cents. */
  soloAdjustmentCents: number;
}

export async function readTwoPeopleSettings(db: Db): Promise<TwoPeopleSettings> {
  const { required, solo_adjustment_cents } = await db
    .selectFrom("two_people_settings")
    .select(["required", "solo_adjustment_cents"])
    .executeTakeFirstOrThrow();
  return { required, soloAdjustmentCents: solo_adjustment_cents };
}

export interface Confirmation {
  confirmer: string;
  requester: string;
  requestedAt: Date;
  /** The account or creator that it is about. */
  concerned?: string;
}

export async function findSecondPersonProblem(
  db: Db,
  { confirmer, requester, requestedAt, concerned }: Confirmation,
): Promise<SecondPersonProblem | undefined> {
  if (concerned === confirmer && confirmer !== requester) return "ownMoney";
  const { rows } = await sql<{ problem: SecondPersonProblem | null }>`
    SELECT second_person_problem(${confirmer}::uuid, ${requester}::uuid, ${requestedAt}::timestamptz) AS problem`.execute(
    db,
  );
  return rows[0]?.problem ?? undefined;
}

/** Active administrators who could approve what another one requests. */
export async function countConfirmers(
  db: Db,
  { requester, requestedAt }: Omit<Confirmation, "confirmer" | "concerned">,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM user_roles JOIN users ON users.id = user_roles.user_id
    WHERE role = 'admin' AND suspended_at IS NULL
      AND second_person_problem(users.id, ${requester}::uuid, ${requestedAt}::timestamptz) IS NULL`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Serializes them, so that they do not exceed their limit. */
export async function lockSoloAdjustments(db: Db): Promise<void> {
  await sql`SELECT lock_solo_adjustments()`.execute(db);
}

/** In cents. */
export async function sumSoloAdjustments(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - soloAdjustmentDays * 24 * 60 * 60 * 1000);
  const { rows } = await sql<{ cents: number }>`
    SELECT solo_adjusted_cents(${since}::timestamptz) AS cents`.execute(db);
  return Number(rows[0]?.cents ?? 0);
}

export interface NewRequest {
  kind: keyof typeof requestedActs;
  /** Undefined for a grant: an account has at most one waiting. */
  id?: string;
  /** The person who gets the role, or the creator; for a rule, the requester. */
  accountId: string;
  adjustmentKind?: AdjustmentKind;
  cents?: number;
  feeBp?: number;
  feeFrom?: Day;
  /** A release rule as in the audit log, or a coupon's terms. */
  rule?: object;
  reason?: string;
  requestedBy: string;
  now: Date;
}

/** Returns false if the same one waits: the same form, or a grant to the same person. */
export async function insertRequest(db: Db, request: NewRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("second_person_requests")
    .values({
      ...(request.id === undefined ? {} : { id: request.id }),
      kind: request.kind,
      account_id: request.accountId,
      adjustment_kind: request.adjustmentKind ?? null,
      amount_cents: request.cents ?? null,
      fee_bp: request.feeBp ?? null,
      fee_from: request.feeFrom ? sql<Date>`${request.feeFrom}::date` : null,
      rule: request.rule ? sql<string>`${JSON.stringify(request.rule)}::jsonb` : null,
      reason: request.reason ?? null,
      requested_by: request.requestedBy,
      created_at: request.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findRequestStatus(db: Db, { id, accountId }: { id: string; accountId: string }) {
  const row = await db
    .selectFrom("second_person_requests")
    .select("status")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.status;
}

const problemOf = (confirmer: string, now: Date) =>
  sql<SecondPersonProblem | null>`second_person_request_problem(request, ${confirmer}::uuid, ${now}::timestamptz)`;

/** `problem`: why the administrator may not approve it. */
export async function lockRequest(
  db: Db,
  { id, confirmer, now }: { id: string; confirmer: string; now: Date },
) {
  return db
    .selectFrom("second_person_requests as request")
    .innerJoin("users as account", "account.id", "request.account_id")
    .innerJoin("users as requester", "requester.id", "request.requested_by")
    .selectAll("request")
    .select(["account.email as account_email", "requester.email as requester_email"])
    .select(sql<string | null>`request.fee_from::text`.as("fee_day"))
    .select(problemOf(confirmer, now).as("problem"))
    .where("request.id", "=", id)
    .forUpdate("request")
    .executeTakeFirst();
}

export type RequestRow = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

export async function decideLockedRequest(
  db: Db,
  decided: { id: string; status: "approved" | "declined"; by: string; now: Date },
): Promise<void> {
  await db
    .updateTable("second_person_requests")
    .set({ status: decided.status, decided_by: decided.by, decided_at: decided.now })
    .where("id", "=", decided.id)
    .where("status", "=", "waiting")
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Waiting ones first, oldest first. `problem`: why the viewer may not approve it. */
export async function listRequests(
  db: Db,
  { viewerId, now, limit }: { viewerId: string; now: Date; limit: number },
) {
  return db
    .selectFrom("second_person_requests as request")
    .innerJoin("users as account", "account.id", "request.account_id")
    .innerJoin("users as requester", "requester.id", "request.requested_by")
    .leftJoin("users as decider", "decider.id", "request.decided_by")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "request.account_id")
    .leftJoin("ledger_balances", (join) =>
      join
        .onRef("ledger_balances.creator_id", "=", "request.account_id")
        .on("ledger_balances.account", "=", "creator")
        .on("ledger_balances.currency", "=", "BRL"),
    )
    .select([
      "request.id",
      "request.kind",
      "request.account_id",
      "request.adjustment_kind",
      "request.amount_cents",
      "request.reason",
      "request.fee_bp",
      sql<string | null>`request.fee_from::text`.as("fee_day"),
      "request.rule",
      "request.created_at",
      "request.status",
      "request.decided_at",
      "account.email as account_email",
      "creator_profiles.full_name as account_name",
      "requester.email as requester_email",
      "decider.email as decider_email",
      "ledger_balances.balance_cents as owed_cents",
      sql<SecondPersonProblem | null>`CASE WHEN request.status = 'waiting' THEN ${problemOf(viewerId, now)} END`.as(
        "problem",
      ),
      sql<boolean>`request.requested_by = ${viewerId}::uuid`.as("is_own"),
    ])
    .orderBy(sql`request.status <> 'waiting'`)
    .orderBy(sql`CASE WHEN request.status = 'waiting' THEN request.created_at END`)
    .orderBy("request.created_at", "desc")
    .orderBy("request.id")
    .limit(limit)
    .execute();
}
