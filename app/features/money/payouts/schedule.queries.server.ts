import { sql } from "kysely";
import { minimumPayoutCents } from "~/features/money/fees/minimum-payout";
import { minimumPayoutNow, minimumPayoutOf } from "~/features/money/fees/minimum-payout.queries.server";
import { type ReleaseRulesNow, releaseRulesNow } from "~/features/money/fees/releases.queries.server";
import { releaseDays } from "~/features/money/ledger/release-rules";
import type { Day } from "~/i18n/days";
import type { Db } from "~/platform/db.server";
import {
  type DatedDetails,
  type DatedRow,
  datedColumns,
  keptPayee,
  lastChange,
  later,
  toDatedDetails,
} from "./balances.queries.server";
import type { Weekday } from "./payout-days";

export async function findPayoutWeekdays(db: Db): Promise<number[]> {
  const row = await db.selectFrom("payout_schedule").select("weekdays").executeTakeFirst();
  return row?.weekdays ?? [];
}

export async function lockPayoutWeekdays(db: Db): Promise<number[]> {
  const row = await db.selectFrom("payout_schedule").select("weekdays").forUpdate().executeTakeFirst();
  return row?.weekdays ?? [];
}

export async function updatePayoutWeekdays(db: Db, chosen: readonly Weekday[]): Promise<void> {
  await db
    .insertInto("payout_schedule")
    .values({ weekdays: [...chosen] })
    .onConflict((conflict) => conflict.column("single_row").doUpdateSet({ weekdays: [...chosen] }))
    .execute();
}

interface PayoutDraft {
  day: Day;
  payouts: number;
  cents: number;
}

export async function insertPayoutDraft(db: Db, draft: PayoutDraft & { now: Date }): Promise<boolean> {
  const inserted = await db
    .insertInto("payout_drafts")
    .values({
      day: sql<Date>`${draft.day}::date`,
      payouts: draft.payouts,
      amount_cents: draft.cents,
      created_at: draft.now,
    })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .returning("day")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findPayoutDraft(db: Db, day: Day): Promise<PayoutDraft | undefined> {
  return db
    .selectFrom("payout_drafts")
    .select([sql<string>`day::text`.as("day"), "payouts", "amount_cents as cents"])
    .where(sql<boolean>`day = ${day}::date`)
    .executeTakeFirst();
}

/** `draft`: the newest, if no batch was prepared after it. */
export async function findPayoutSchedule(
  db: Db,
  at: { now: Date; today: Day },
): Promise<{
  weekdays: number[];
  minimumCents: number;
  rules: ReleaseRulesNow;
  draft: PayoutDraft | undefined;
}> {
  const row = await db
    .selectFrom("payout_schedule")
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom("payout_drafts")
          .select([sql<string>`day::text`.as("day"), "payouts", "amount_cents"])
          .where(({ not, exists, selectFrom: from }) =>
            not(
              exists(
                from("payout_batches")
                  .select("id")
                  .whereRef("payout_batches.created_at", ">=", "payout_drafts.created_at"),
              ),
            ),
          )
          .orderBy("payout_drafts.day", "desc")
          .limit(1)
          .as("draft"),
      (join) => join.onTrue(),
    )
    .select(["weekdays", "draft.day", "draft.payouts", "draft.amount_cents", minimumPayoutNow.as("minimum")])
    .select(releaseRulesNow(at).as("rules"))
    .executeTakeFirst();
  if (!row?.day || row.payouts === null || row.amount_cents === null)
    return {
      weekdays: row?.weekdays ?? [],
      minimumCents: row?.minimum ?? minimumPayoutCents,
      rules: row?.rules ?? { days: releaseDays, nextDays: null },
      draft: undefined,
    };
  return {
    weekdays: row.weekdays,
    minimumCents: row.minimum,
    rules: row.rules,
    draft: { day: row.day, payouts: row.payouts, cents: row.amount_cents },
  };
}

interface Payable extends DatedDetails {
  creator_id: string;
  cents: number;
}

const payablePerRead = 200;

const beforeAllIds = "00000000-0000-0000-0000-000000000000";

/** With enough to pay out and no payout under way, by id; all or the given ones. Pages on demand. */
export async function* readPayable(
  db: Db,
  { creatorIds, now }: { creatorIds?: readonly string[] | undefined; now: Date },
): AsyncGenerator<Payable> {
  const chosen = creatorIds ? sql`balance.creator_id = ANY(${creatorIds}::uuid[])` : sql`true`;
  let after: string | undefined = beforeAllIds;
  while (after) {
    type Row = DatedRow & Omit<Payable, keyof DatedDetails>;
    const { rows }: { rows: Row[] } = await sql<Row>`
      SELECT balance.creator_id, balance.balance_cents - later.cents AS cents, ${datedColumns}
      FROM ledger_balances balance
      JOIN users ON users.id = balance.creator_id
      JOIN creator_profiles profile ON user_id = balance.creator_id
      ${keptPayee(sql`balance.creator_id`)}
      CROSS JOIN LATERAL ${later(sql`balance.creator_id`, now)} AS later
      ${lastChange(sql`balance.creator_id`)}
      WHERE balance.account = 'creator' AND balance.currency = 'BRL' AND balance.creator_id > ${after}
        AND balance.balance_cents - later.cents >= ${minimumPayoutCents}
        AND balance.balance_cents - later.cents >= ${minimumPayoutOf(sql`balance.creator_id`)} AND ${chosen}
        AND NOT EXISTS (SELECT FROM payouts WHERE creator_id = balance.creator_id AND status = 'prepared')
      ORDER BY balance.creator_id LIMIT ${payablePerRead}`.execute(db);
    yield* rows.map(toDatedDetails);
    after = rows.length === payablePerRead ? rows.at(-1)?.creator_id : undefined;
  }
}
