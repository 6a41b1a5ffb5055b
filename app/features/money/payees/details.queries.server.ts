import { sql } from "kysely";
import { ownFees } from "~/features/money/fees/creator-fees.queries.server";
import { minimumPayoutOf } from "~/features/money/fees/minimum-payout.queries.server";
import { ownReserve, releaseRulesNow } from "~/features/money/fees/releases.queries.server";
import type { Day } from "~/i18n/days";
import { toStorableJson } from "~/integrations/storable-text";
import type { Db } from "~/platform/db.server";
import { type DetailsChange, parseStoredDetails } from "./details-hold";
import type { StoredDetails } from "./payee";

const storedColumns = [
  "payment_method",
  "pix_key",
  "bank_name",
  "bank_account_number",
  "bank_code",
  "bank_branch",
  "bank_holder_tax_id",
  "card_last4",
  "card_holder_name",
] as const;

function selectPayoutSettings(db: Db, userId: string) {
  return db
    .selectFrom("creator_profiles")
    .select(["full_name", ...storedColumns])
    .where("user_id", "=", userId);
}

export async function findPayoutSettings(db: Db, userId: string) {
  return selectPayoutSettings(db, userId).executeTakeFirst();
}

/** With the sealed tax id, payout days, the platform's share and release terms. */
export async function findPaymentsPage(db: Db, userId: string, { now, today }: { now: Date; today: Day }) {
  return selectPayoutSettings(db, userId)
    .select("tax_id")
    .select(({ selectFrom }) => selectFrom("payout_schedule").select("weekdays").limit(1).as("weekdays"))
    .select(ownFees(userId, { now, today }).as("fees"))
    .select(minimumPayoutOf(sql.ref("user_id")).as("minimum_cents"))
    .select(releaseRulesNow({ now, today }).as("release_rules"))
    .select(ownReserve(userId, { now, today }).as("reserve"))
    .executeTakeFirst();
}

export async function lockPayoutSettings(db: Db, userId: string): Promise<StoredDetails | undefined> {
  return db
    .selectFrom("creator_profiles")
    .select(storedColumns)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updatePayoutSettings(db: Db, userId: string, details: StoredDetails): Promise<void> {
  await db
    .updateTable("creator_profiles")
    .set(details)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function findLastChange(
  db: Db,
  creatorId: string,
): Promise<(DetailsChange & { id: number }) | undefined> {
  const row = await db
    .selectFrom("payout_details_changes")
    .select(["id", "replaced", "changed_at", "effective_at"])
    .where("creator_id", "=", creatorId)
    .where("cancelled_at", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, ...toChange(row) };
}

/** Without cancelled ones, oldest first; at most 100. */
export async function listChangesSince(
  db: Db,
  { creatorId, since }: { creatorId: string; since: Date },
): Promise<DetailsChange[]> {
  const rows = await db
    .selectFrom("payout_details_changes")
    .select(["replaced", "changed_at", "effective_at"])
    .where("creator_id", "=", creatorId)
    .where("changed_at", ">=", since)
    .where("cancelled_at", "is", null)
    .orderBy("id")
    .limit(100)
    .execute();
  return rows.map(toChange);
}

/** Throws if the stored details are malformed. */
export function toChange(row: { replaced: unknown; changed_at: Date; effective_at: Date }): DetailsChange {
  return {
    replaced: parseStoredDetails(row.replaced),
    changedAt: row.changed_at,
    effectiveAt: row.effective_at,
  };
}

export async function hasEarned(db: Db, creatorId: string): Promise<boolean> {
  const row = await db
    .selectFrom("ledger_balances")
    .select("creator_id")
    .where("creator_id", "=", creatorId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertChange(
  db: Db,
  change: {
    creatorId: string;
    replaced: StoredDetails;
    chosen: StoredDetails;
    now: Date;
    effectiveAt: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto("payout_details_changes")
    .values({
      creator_id: change.creatorId,
      replaced: sql`${toStorableJson(change.replaced)}::jsonb`,
      chosen: sql`${toStorableJson(change.chosen)}::jsonb`,
      changed_at: change.now,
      effective_at: change.effectiveAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function cancelChange(db: Db, { id, now }: { id: number; now: Date }): Promise<void> {
  await db
    .updateTable("payout_details_changes")
    .set({ cancelled_at: now })
    .where("id", "=", id)
    .where("cancelled_at", "is", null)
    .execute();
}

const changesShown = 10;

export async function listChanges(db: Db, creatorId: string) {
  const rows = await selectChanges(db)
    .where("creator_id", "=", creatorId)
    .orderBy("id", "desc")
    .limit(changesShown)
    .execute();
  return rows.map(toWholeChange);
}

export async function findChange(db: Db, id: number) {
  const row = await selectChanges(db).where("id", "=", id).executeTakeFirst();
  return row && toWholeChange(row);
}

function selectChanges(db: Db) {
  return db
    .selectFrom("payout_details_changes")
    .select(["id", "replaced", "chosen", "changed_at", "effective_at", "cancelled_at"]);
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>["executeTakeFirstOrThrow"]>>;

function toWholeChange({ id, chosen, cancelled_at, ...row }: ChangeRow) {
  return { id, ...toChange(row), chosen: parseStoredDetails(chosen), cancelledAt: cancelled_at };
}

/** By creator; only changes held at `now`. */
export async function listHeldUntil(
  db: Db,
  { creatorIds, now }: { creatorIds: readonly string[]; now: Date },
): Promise<Map<string, Date>> {
  if (creatorIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("payout_details_changes")
    .select(["creator_id", "effective_at"])
    .where("creator_id", "in", creatorIds)
    .where("cancelled_at", "is", null)
    .where("effective_at", ">", now)
    .execute();
  return new Map(rows.map(({ creator_id, effective_at }) => [creator_id, effective_at]));
}
