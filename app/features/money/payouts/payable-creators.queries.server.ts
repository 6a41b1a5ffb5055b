import { sql } from "kysely";
import { minimumPayoutCents } from "~/features/money/payees/minimum-payout";
import { minimumPayoutOf } from "~/features/money/payees/minimum-payout.queries.server";
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

export interface Payable extends DatedDetails {
  creator_id: string;
  cents: number;
}

/** Creators read at a time while a batch is put together. */
const payablePerRead = 200;

const beforeAllIds = "00000000-0000-0000-0000-000000000000";

/**
 * The creators to whom enough can be paid out at an instant and to whom no payout is under way, in the order of their
 * ids; all of them, or of those given. Read page by page as the caller goes on.
 */
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
