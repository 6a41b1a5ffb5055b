import { type RawBuilder, sql } from "kysely";
import { auditActions, auditTargetKinds } from "~/features/base/audit/audit-actions";
import type { CellKind } from "~/features/base/documents/sheet";
import { dayIn, inSaoPaulo } from "~/features/base/form-fields/days.queries.server";
import { writtenPhone } from "~/features/base/form-fields/pix-key";
import { labelPayoutMethod } from "~/features/base/money/payout-method";
import { shareOf } from "~/features/money/ledger/ledger.queries.server";
import { paymentMethods, saleStatuses } from "~/features/money/ledger/sale-status";
import { payoutStatuses } from "~/features/money/payouts/payout-notes";
import { labelPayoutStatus } from "~/features/money/payouts/payout-status";
import { type ColumnKey, type ExportKind, exportSheets } from "~/features/office/exports/export-columns";
import { pt } from "~/i18n/locales/pt";
import { office } from "~/i18n/locales/pt/administration";

/** The kind and SQL of a column's value; null is allowed. Cents are whole numbers. */
export interface CellSource {
  holds: CellKind;
  value: RawBuilder<unknown>;
}

function selectCell({ holds, value }: CellSource): RawBuilder<unknown> {
  // JSON writes a date as "2026-11-21", faster than to_char.
  if (holds === "day") return dayIn(value);
  return holds === "moment" ? sql`to_char(${inSaoPaulo(value)}, 'YYYY-MM-DD HH24:MI')` : value;
}

/** SQL of a JSON array of `CellValue`. */
export function selectRow(cells: readonly CellSource[]): RawBuilder<unknown> {
  return sql`json_build_array(${sql.join(cells.map(selectCell))})`;
}

interface Source {
  /** Joined to `found`, which has `id` and `created_at`. */
  joins: RawBuilder<unknown>;
  /** In column order. */
  cells: readonly CellSource[];
}

type Value = Pick<CellSource, "value">;

/** In column order: a missing or unknown column does not compile. */
function cellsOf<Kind extends ExportKind>(kind: Kind, values: Record<ColumnKey<Kind>, Value>): CellSource[] {
  const columns: readonly { key: ColumnKey<Kind>; holds: CellSource["holds"] }[] = exportSheets[kind].columns;
  return columns.map(({ key, holds }) => ({ holds, ...values[key] }));
}

const ref = (column: string): Value => ({ value: sql.ref(column) });

function refs<Column extends string>(...columns: readonly Column[]): Record<Column, Value> {
  const entries = columns.map((column) => [column, ref(column)] as const);
  return Object.fromEntries(entries) as Record<Column, Value>;
}

const label = <Stored extends string>(
  column: string,
  stored: readonly Stored[],
  name: (value: Stored) => string,
): Value => ({
  value: sql`CASE ${sql.ref(column)} ${sql.join(
    stored.map((value) => sql`WHEN ${sql.lit(value)} THEN ${sql.lit(name(value))}`),
    sql` `,
  )} END`,
});

const methodLabel = label("payment_method", ["pix", "bank", "card", "stripe"], labelPayoutMethod);

/** With the time from which held details apply. */
const heldMethodLabel: Value = {
  value: sql`${methodLabel.value} || coalesce((
    SELECT ' (dados novos, valem a partir de ' || to_char(max(effective_at) AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI') || ')'
    FROM payout_details_changes WHERE creator_id = user_id AND cancelled_at IS NULL AND effective_at > now()), '')`,
};

/** Writes a phone as people do: its + would make a formula. Other keys stay as stored. */
const pixKey: Value = {
  value: sql`regexp_replace(pix_key, ${sql.lit(writtenPhone.pattern)}, ${sql.lit(
    writtenPhone.parts.map((part) => (typeof part === "number" ? `\\${part}` : part)).join(""),
  )})`,
};

/** The same as `writeBank`, `writeAccount` and `writeHolder` (app/features/money/payees/payee.ts). */
const bankName: Value = { value: sql`concat_ws(' ', bank_code, bank_name)` };
const bankAccount: Value = {
  value: sql`CASE WHEN bank_branch IS NULL THEN bank_account_number
    ELSE 'Ag. ' || bank_branch || ', conta ' || bank_account_number END`,
};
const bankHolder: Value = {
  value: sql`CASE length(bank_holder_tax_id)
    WHEN 11 THEN regexp_replace(bank_holder_tax_id, '^(...)(...)(...)(..)$', '\\1.\\2.\\3-\\4')
    ELSE regexp_replace(bank_holder_tax_id, '^(..)(...)(...)(....)(..)$', '\\1.\\2.\\3/\\4-\\5') END`,
};

/** The same as `isStopped` (app/features/money/payouts/payout-notes.ts): files have no destination then. */
const stopped = sql`payouts.status = 'prepared' AND users.suspended_at IS NOT NULL`;

const unlessStopped = ({ value }: Value): Value => ({
  value: sql`CASE WHEN ${stopped} THEN NULL ELSE ${value} END`,
});

/** The batch's page and its CSV have more. */
const payoutAttention: Value = {
  value: sql`CASE WHEN ${stopped} THEN ${sql.lit(pt.payouts.stopped)}
    WHEN payouts.status = 'prepared' AND EXISTS (SELECT FROM payout_details_changes change
      WHERE change.creator_id = payouts.creator_id AND change.cancelled_at IS NULL AND change.changed_at > payouts.created_at)
    THEN ${sql.lit(pt.payouts.changedSince)} ELSE '' END`,
};

export const exportSources: Record<ExportKind, Source> = {
  creators: {
    joins: sql``,
    cells: cellsOf("creators", {
      ...refs("full_name", "email", "country", "card_last4"),
      bank_name: bankName,
      bank_account_number: bankAccount,
      payment_method: heldMethodLabel,
      pix_key: pixKey,
      created_at: ref("found.created_at"),
    }),
  },
  consumers: {
    joins: sql``,
    cells: cellsOf("consumers", { ...refs("full_name", "email"), created_at: ref("found.created_at") }),
  },
  sales: {
    joins: sql`JOIN sales ON sales.id = found.id
      JOIN payments ON payments.id = sales.payment_id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status NOT IN ('failed', 'returned')
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back`,
    cells: cellsOf("sales", {
      purchase_number: ref("sales.purchase_number"),
      id: { value: sql`sales.id::text` },
      created_at: ref("found.created_at"),
      title: ref("videos.title"),
      creator: ref("creator.email"),
      buyer: ref("buyer.email"),
      status: label("sales.status", saleStatuses, (status) => pt.sales[status]),
      payment_method: label("sales.payment_method", paymentMethods, (method) => office[`${method}Method`]),
      paid_at: ref("sales.paid_at"),
      currency: ref("sales.currency"),
      amount_cents: ref("sales.amount_cents"),
      platform_fee_cents: { value: shareOf("platform") },
      creator_earnings_cents: { value: shareOf("creator") },
      provider_fee_cents: ref("sales.provider_fee_cents"),
      given_back_cents: ref("back.cents"),
      provider_payment_id: ref("payments.provider_payment_id"),
      coupon: { value: sql`(SELECT code FROM sale_coupons WHERE sale_id = sales.id)` },
    }),
  },
  payouts: {
    joins: sql`JOIN payouts ON payouts.id = found.id JOIN users ON users.id = payouts.creator_id`,
    cells: cellsOf("payouts", {
      ...refs("payee_name", "amount_cents", "bank_reference", "failure", "decided_at"),
      bank_name: unlessStopped(bankName),
      bank_account_number: unlessStopped(bankAccount),
      bank_holder_tax_id: unlessStopped(bankHolder),
      card_last4: unlessStopped(ref("card_last4")),
      card_holder_name: unlessStopped(ref("card_holder_name")),
      id: { value: sql`payouts.id::text` },
      created_at: ref("found.created_at"),
      email: ref("users.email"),
      payment_method: methodLabel,
      pix_key: unlessStopped(pixKey),
      status: label("status", payoutStatuses, labelPayoutStatus),
      attention: payoutAttention,
    }),
  },
  audit: {
    joins: sql`JOIN audit_entries ON audit_entries.id = found.id`,
    cells: cellsOf("audit", {
      ...refs("actor_email", "target_label", "target_id", "reason", "address", "browser"),
      id: { value: sql`audit_entries.id::text` },
      created_at: ref("found.created_at"),
      action: label("action", auditActions, (action) => pt.audit.actions[action]),
      target_kind: label("target_kind", auditTargetKinds, (kind) => pt.audit.kinds[kind]),
      before: { value: sql`before::text` },
      after: { value: sql`after::text` },
    }),
  },
};
