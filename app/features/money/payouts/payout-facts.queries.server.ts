import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import {
  type DatedRow,
  datedColumns,
  keptPayee,
  lastChange,
  toDatedDetails,
} from "./balances.queries.server";
import type { PayoutRow } from "./batches.queries.server";
import { comparedPayouts, type PaidAdjustment, type PayoutFacts } from "./payout-notes";

/** Per payout; the creator's page has all. */
const adjustmentsNamed = 20;

interface FactsRow extends DatedRow {
  id: string;
  erased: boolean;
  is_admin: boolean;
  usual: number | null;
  owed: number;
  held: number;
  adjustments: PaidAdjustment[];
}

export async function loadPayoutFacts(
  db: Db,
  payouts: readonly PayoutRow[],
): Promise<Map<string, PayoutFacts>> {
  if (payouts.length === 0) return new Map();
  const balance = (account: string) => sql`
    coalesce((SELECT balance_cents FROM ledger_balances balance
      WHERE balance.creator_id = payout.creator_id AND account = ${account} AND currency = 'BRL'), 0)::bigint`;
  const { rows } = await sql<FactsRow>`
    SELECT payout.id, ${datedColumns}, users.erased_at IS NOT NULL AS erased,
      EXISTS (SELECT FROM user_roles role WHERE role.user_id = payout.creator_id AND role = 'admin') AS is_admin,
      (SELECT max(amount_cents)::bigint FROM (
        SELECT former.amount_cents FROM payouts former
        WHERE former.creator_id = payout.creator_id AND former.status = 'paid' AND former.created_at < payout.prepared_at
        ORDER BY former.created_at DESC LIMIT ${comparedPayouts}) AS compared) AS usual,
      ${balance("creator")} AS owed, ${balance("creator_held")} AS held, adjusted.adjustments
    FROM (
      SELECT id, creator_id, created_at AS prepared_at FROM payouts
      WHERE id = ANY(${payouts.map(({ id }) => id)}::uuid[])
    ) payout
    JOIN users ON users.id = payout.creator_id
    LEFT JOIN creator_profiles profile ON profile.user_id = payout.creator_id
    ${keptPayee(sql`payout.creator_id`)}
    ${lastChange(sql`payout.creator_id`)}
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(named), '[]') AS adjustments FROM (
        SELECT adjustment.kind, CASE adjustment.kind WHEN 'debit' THEN -1 ELSE 1 END * adjustment.amount_cents AS cents,
          adjustment.reason, author.email AS author, approver.email AS approver
        FROM ledger_adjustments adjustment
        JOIN users author ON author.id = adjustment.created_by
        LEFT JOIN second_person_requests request ON request.id = adjustment.request_id
        LEFT JOIN users approver ON approver.id = request.decided_by
        WHERE adjustment.creator_id = payout.creator_id AND adjustment.created_at <= payout.prepared_at
          AND adjustment.created_at > coalesce((
            SELECT max(former.created_at) FROM payouts former
            WHERE former.creator_id = payout.creator_id AND former.status IN ('paid', 'returned')
              AND former.created_at < payout.prepared_at), '-infinity')
        ORDER BY adjustment.created_at DESC, adjustment.id DESC LIMIT ${adjustmentsNamed}
      ) AS named
    ) AS adjusted`.execute(db);
  const factsOf = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    payouts.flatMap((payout) => {
      const row = factsOf.get(payout.id);
      if (!row) return [];
      const { erased, is_admin, usual, owed, held, adjustments, ...dated } = row;
      const { saved, change } = toDatedDetails(dated);
      const { payee_name, payment_method, pix_key, bank_name, bank_account_number } = payout;
      const { bank_code, bank_branch, bank_holder_tax_id, card_last4, card_holder_name } = payout;
      const facts: PayoutFacts = {
        preparedAt: payout.created_at,
        cents: payout.amount_cents,
        frozen: {
          payee_name,
          payment_method,
          pix_key,
          bank_name,
          bank_account_number,
          bank_code,
          bank_branch,
          bank_holder_tax_id,
          card_last4,
          card_holder_name,
        },
        saved,
        change,
        erased,
        adjustments,
        isAdmin: is_admin,
        usualCents: usual,
        owedCents: owed,
        disputedCents: held,
      };
      return [[payout.id, facts] as const];
    }),
  );
}

/** Cents of BRL. */
export interface BatchMargins {
  /** Paid by buyers, less what went back to them. */
  grossCents: number;
  platformCents: number;
  /** Kept by the payment provider. */
  providerCents: number;
}

/** Of every sale on the statements of the batch's payouts, which begin after the payout before. */
export async function sumBatchMargins(db: Db, batchId: string): Promise<BatchMargins> {
  const { rows } = await sql<BatchMargins>`
    WITH own AS (
      SELECT payout.creator_id, taken.id AS last_line, coalesce(earlier.id, 0) AS after_line
      FROM payouts payout
      JOIN ledger_entries entry ON entry.payout_id = payout.id
      JOIN ledger_lines taken ON taken.entry_id = entry.id AND taken.account = 'creator' AND taken.amount_cents < 0
      LEFT JOIN LATERAL (
        SELECT line.id FROM payouts previous
        JOIN ledger_entries before ON before.payout_id = previous.id
        JOIN ledger_lines line ON line.entry_id = before.id AND line.account = 'creator' AND line.amount_cents < 0
        WHERE previous.creator_id = payout.creator_id AND previous.created_at < payout.created_at
        ORDER BY previous.created_at DESC, previous.id DESC LIMIT 1
      ) earlier ON true
      WHERE payout.batch_id = ${batchId}
    ), paid_for AS (
      SELECT DISTINCT entry.sale_id
      FROM own JOIN ledger_lines line ON line.creator_id = own.creator_id AND line.currency = 'BRL'
        AND line.id > own.after_line AND line.id <= own.last_line AND line.account = 'creator'
      JOIN ledger_entries entry ON entry.id = line.entry_id AND entry.sale_id IS NOT NULL
    )
    SELECT
      coalesce(sum(line.amount_cents) FILTER (WHERE line.account IN ('creator', 'creator_held', 'platform', 'platform_held')), 0)::bigint
        AS "grossCents",
      coalesce(sum(line.amount_cents) FILTER (WHERE line.account IN ('platform', 'platform_held')), 0)::bigint AS "platformCents",
      coalesce(-sum(line.amount_cents) FILTER (WHERE line.account IN ('provider_fees', 'dispute_fees')), 0)::bigint AS "providerCents"
    FROM paid_for JOIN ledger_entries entry ON entry.sale_id = paid_for.sale_id
    JOIN ledger_lines line ON line.entry_id = entry.id`.execute(db);
  const [margins] = rows;
  return margins ?? { grossCents: 0, platformCents: 0, providerCents: 0 };
}

const maxPayouts = 50_000;

interface StatementSpan {
  /** Omits recorded payouts prepared earlier. */
  since: Date;
  /** In cents: omits recorded payouts of other amounts. */
  amounts: readonly number[];
}

/**
 * All unpaid payouts and the recorded ones, newest first. Undefined if there are more than `maxPayouts`: in an
 * incomplete list a line could seem to name only one.
 */
export async function listMatchedPayouts(db: Db, span: StatementSpan): Promise<MatchedRow[] | undefined> {
  const rows = await selectMatched(db, span);
  return rows.length > maxPayouts ? undefined : rows;
}

async function selectMatched(db: Db, { since, amounts }: StatementSpan) {
  return db
    .selectFrom("payouts")
    .select([
      "id",
      "batch_id",
      "amount_cents",
      "payee_name",
      "payment_method",
      "pix_key",
      "status",
      "bank_reference",
      "created_at",
    ])
    .where((eb) =>
      eb.or([
        eb("status", "=", "prepared"),
        eb.and([
          eb("status", "in", ["paid", "returned"]),
          eb("created_at", ">=", since),
          sql<boolean>`amount_cents = ANY(${amounts}::bigint[])`,
        ]),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxPayouts + 1)
    .execute();
}

export type MatchedRow = Awaited<ReturnType<typeof selectMatched>>[number];
