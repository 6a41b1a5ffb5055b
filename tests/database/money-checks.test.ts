/** Rows that the CHECK constraints of the tables of money refuse: each constraint is asked alone. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "../support/test-database";

const db = await openTestDatabase();

type Row = Record<string, string | number | boolean | null>;
const id = "00000000-0000-4000-8000-000000000001";
const at = "2026-11-23T12:00:00Z";
const long = (length: number) => "x".repeat(length);
const lengths = (column: string, max: number): Row[] => [{ [column]: "" }, { [column]: long(max + 1) }];

/** A row that every CHECK of its table accepts. */
const accepted: Record<string, Row> = {
  sales: {
    amount_cents: 50,
    currency: "BRL",
    platform_share_bp: 1500,
    platform_fee_cents: 8,
    creator_earnings_cents: 42,
    status: "completed",
    paid_at: at,
    completed_at: at,
    duplicate: false,
    provider_fee_cents: 0,
    payment_method: "pix",
  },
  refunds: { amount_cents: 1, status: "succeeded", channel: "provider", reason: "admin" },
  disputes: { amount_cents: 1, status: "open", reason: "fraud" },
  payouts: {
    amount_cents: 1,
    status: "paid",
    payee_name: "Ana",
    payment_method: "bank",
    bank_code: "001",
    bank_branch: "0001-X",
    bank_holder_tax_id: "52998224725",
    bank_reference: "E1",
    decided_at: at,
    decided_by: id,
  },
  ledger_entries: { reason: "sale", sale_id: id },
  ledger_lines: {
    account: "creator",
    currency: "BRL",
    amount_cents: 1,
    available_at: at,
    creator_id: id,
  },
  ledger_adjustments: { kind: "credit", amount_cents: 1, reason: "x" },
  sale_coupons: { list_price_cents: 1 },
  sale_credits: { amount_cents: 0, sale_id: id, credited_sale_id: id.replace(/1$/, "2") },
  sale_shares: { party: "creator", amount_cents: 0 },
  sale_sources: { source: "qr" },
  payments: { provider: "stripe", amount_cents: 50, currency: "BRL" },
};

/** By constraint: what makes the accepted row one that it refuses. */
const refused: Record<string, Row[]> = {
  sales_amount_cents_check: [{ amount_cents: 49 }],
  sales_check: [{ creator_earnings_cents: 43 }],
  sales_check1: [{ completed_at: null }],
  sales_creator_earnings_cents_check: [{ creator_earnings_cents: -1 }],
  sales_currency_check: [{ currency: "GBP" }],
  sales_duplicate_check: [{ duplicate: true }, { duplicate: true, paid_at: null, status: "failed" }],
  sales_paid_check: ["completed", "refunded", "disputed"].map((status) => ({ paid_at: null, status })),
  sales_payment_method_check: [{ payment_method: "cash" }],
  sales_platform_fee_cents_check: [{ platform_fee_cents: -1 }],
  sales_platform_share_bp_check: [{ platform_share_bp: -1 }, { platform_share_bp: 10_001 }],
  sales_provider_fee_cents_check: [{ provider_fee_cents: -1 }],
  sales_split_by_share_check: [{ platform_fee_cents: 7 }, { platform_fee_cents: 9 }],
  sales_status_check: [{ status: "paid" }],
  sales_unpaid_check: [{ status: "pending" }, { status: "failed" }],
  refunds_amount_cents_check: [{ amount_cents: 0 }],
  refunds_channel_check: [{ channel: "cash" }],
  refunds_check: [
    { channel: "outside", provider_refund_id: "re_1" },
    { channel: "outside", status: "pending" },
  ],
  refunds_failure_check: [{ failure: "lost" }],
  refunds_no_key_reason_check: lengths("no_key_reason", 200),
  refunds_note_check: lengths("note", 500),
  refunds_pix_key_by_hand: [{ pix_key: "a" }, { pix_key: "a", channel: "outside", status: "succeeded" }],
  refunds_pix_key_check: lengths("pix_key", 200),
  refunds_provider_message_check: [{ provider_message: long(501) }],
  refunds_reason_check: [{ reason: "mood" }],
  refunds_requested_locale_check: [{ requested_locale: "PT" }, { requested_locale: "por" }],
  refunds_return_reason_check: lengths("return_reason", 500),
  refunds_returned_check: [
    { status: "returned", channel: "outside" },
    { returned_at: at, returned_by: id },
    { status: "returned", channel: "outside", returned_at: at },
    { return_reason: "x" },
    { status: "returned", returned_at: at, returned_by: id },
  ],
  refunds_sent_with_key_check: [
    { channel: "outside" },
    { channel: "outside", status: "returned", returned_at: at, returned_by: id },
  ],
  refunds_status_check: [{ status: "sent" }],
  disputes_amount_cents_check: [{ amount_cents: 0 }],
  disputes_reason_check: [{ reason: "mood" }],
  disputes_status_check: [{ status: "won" }],
  payouts_amount_cents_check: [{ amount_cents: 0 }],
  payouts_bank_branch_check: [{ bank_branch: "001" }, { bank_branch: "0001-Y" }, { bank_branch: "x0001" }],
  payouts_bank_code_check: [{ bank_code: "01" }, { bank_code: "0011" }, { bank_code: "00A" }],
  payouts_bank_holder_tax_id_check: [{ bank_holder_tax_id: "5299822472" }, { bank_holder_tax_id: "529.982" }],
  payouts_bank_reference_check: lengths("bank_reference", 100),
  payouts_bank_whole: ["bank_code", "bank_branch", "bank_holder_tax_id"].map((name) => ({ [name]: null })),
  payouts_check: [
    { bank_reference: null },
    { status: "prepared" },
    { status: "returned", bank_reference: null },
  ],
  payouts_check1: [{ failure: "x" }, { status: "failed" }],
  payouts_check2: [{ status: "prepared" }, { decided_at: null }],
  payouts_check3: [{ decided_by: null }, { decided_at: null }],
  payouts_failure_check: lengths("failure", 500),
  payouts_payee_name_check: lengths("payee_name", 200),
  payouts_payment_method_check: [{ payment_method: "cash" }],
  payouts_return_reason_check: lengths("return_reason", 500),
  payouts_returned_check: [
    { status: "returned" },
    { returned_at: at },
    { returned_by: id },
    { return_reason: "x" },
  ],
  payouts_status_check: [{ status: "sent" }],
  ledger_entries_check: [{ sale_id: null }, { payout_id: id }, { adjustment_id: id }, { movement_id: 1 }],
  ledger_entries_reason_check: [{ reason: "mood" }],
  ledger_entries_subject_check: ["payout", "return", "adjustment", "writeOff", "repayment", "movement"]
    .map((reason): Row => ({ reason }))
    .concat(
      ["sale", "refund", "dispute", "fee", "release"].map((reason) => ({
        reason,
        sale_id: null,
        payout_id: id,
      })),
    ),
  ledger_lines_account_check: [{ account: "purse" }],
  ledger_lines_amount_cents_check: [{ amount_cents: 0 }],
  ledger_lines_check: [{ available_at: null }, { account: "platform" }],
  ledger_lines_creator_check: ["creator", "creator_held", "platform", "buyer", "loss", "goodwill"].map(
    (account) => ({ account, creator_id: null }),
  ),
  ledger_lines_currency_check: [{ currency: "GBP" }],
  ledger_adjustments_amount_cents_check: [{ amount_cents: 0 }],
  ledger_adjustments_kind_check: [{ kind: "gift" }],
  ledger_adjustments_reason_check: lengths("reason", 500),
  sale_coupons_list_price_cents_check: [{ list_price_cents: 0 }],
  sale_credits_amount_cents_check: [{ amount_cents: -1 }],
  sale_credits_other_check: [{ credited_sale_id: id }],
  sale_shares_amount_cents_check: [{ amount_cents: -1 }],
  sale_shares_party_check: [{ party: "buyer" }],
  sale_sources_source_check: lengths("source", 80),
  payments_amount_cents_check: [{ amount_cents: 49 }],
  payments_currency_check: [{ currency: "GBP" }],
  payments_provider_check: [{ provider: "cash" }],
};

const { rows: checks } = await sql<{ name: string; table: string; condition: string }>`
  SELECT conname AS name, relname AS table, pg_get_expr(conbin, conrelid) AS condition
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE contype = 'c' AND connamespace = 'public'::regnamespace
    AND relname ~ '^(sales|sale_.*|payments|refunds|disputes|payouts|payout_batches|ledger_.*)$' ORDER BY 1`.execute(
  db,
);

/** A CHECK refuses a row for which its condition is false; null passes. */
async function refuses(table: string, condition: string, row: Row): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean | null }>`
    SELECT ${sql.raw(condition)} AS holds
    FROM jsonb_populate_record(NULL::${sql.id(table)}, ${JSON.stringify(row)}::jsonb) AS ${sql.id(table)}`.execute(
    db,
  );
  return rows[0]?.holds === false;
}

test("every CHECK of a table of money has a case", () => {
  expect(Object.keys(refused).sort()).toEqual(checks.map(({ name }) => name).sort());
});

test.each(checks)("$name refuses what breaks it, and nothing else", async ({ name, table, condition }) => {
  const base = accepted[table] ?? {};
  expect(await refuses(table, condition, base)).toBe(false);
  for (const change of refused[name] ?? [])
    expect([change, await refuses(table, condition, { ...base, ...change })]).toEqual([change, true]);
});
