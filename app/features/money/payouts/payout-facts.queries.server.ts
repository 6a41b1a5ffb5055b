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

/** The newest adjustments named of one payout; the creator's page has all. */
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

/** Returns facts about payouts' creators and earlier payouts, by payout id. */
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
