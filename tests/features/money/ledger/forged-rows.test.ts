/**
 * A forged row of each kind: the database refuses it to the application's role, or both proofs name it. The owner, who
 * can disable what refuses, is named by both.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import { openDatabase } from "~/platform/db.server";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { createTestDatabase } from "../../../support/test-database";
import { addPayee, day, payoutOf, start, startPaying } from "../payouts/payout-scene";

const database = await createTestDatabase();
const { db } = openDatabase(database.url, () => {});
const application = new pg.Client({ connectionString: database.url });
const owner = new pg.Client({ connectionString: database.ownerUrl });
await application.connect();
await owner.connect();
afterAll(async () => {
  await db.destroy();
  await application.end();
  await owner.end();
  await database.drop();
});

const paying = await startPaying(db);
const [ana, caio] = [await addPayee(db), await addPayee(db, "Caio Criador")];
const video = await addVideo(db, ana);
const paidAt = new Date(start.getTime() - 30 * day);
const sell = async (status: "completed" | "refunded" | "disputed" | "pending") =>
  addSale(db, { consumerId: await addConsumer(db), videoId: video, status, now: paidAt });
const ids = {
  sale: await sell("completed"),
  refunded: await sell("refunded"),
  disputed: await sell("disputed"),
  pending: await sell("pending"),
  payout: "",
  paid: "",
  adjustment: randomUUID(),
};

async function credit(id: string): Promise<void> {
  const { services, by } = paying;
  await adjustBalance(services, { id, creatorId: ana, kind: "credit", cents: 9_000, reason: "x" }, by);
}

beforeAll(async () => {
  ids.paid = (await paying.preparePayout(ana)).id;
  await paying.pay(await payoutOf(db, ana));
  await credit(ids.adjustment);
  ids.payout = (await paying.preparePayout(ana)).id;
  await sell("completed");
});

type Line = [account: string, cents: number, options?: { creator?: string; at?: string; currency?: string }];

interface Entry {
  reason: string;
  /** The column that names the subject, and its id. */
  about: readonly [column: string, id: string];
  /** SQL of the date, and of that of its lines where it is another. */
  date?: string;
  lineDate?: string;
  lines: Line[];
}

const dateOf = (saleId: string) => `(SELECT paid_at FROM sales WHERE id = '${saleId}')`;
const releaseOf = (
  saleId: string,
) => `(SELECT max(available_at) FROM ledger_lines JOIN ledger_entries e ON e.id = entry_id
  WHERE sale_id = '${saleId}')`;

/** SQL that posts an entry, balanced or not. */
function post({
  reason,
  about: [column, id],
  date = dateOf(ids.sale),
  lineDate = date,
  lines,
}: Entry): string {
  const values = lines.map(
    ([account, cents, { creator = ana, at = `${releaseOf(ids.sale)}`, currency = "BRL" } = {}]) =>
      `((SELECT max(id) FROM ledger_entries), '${creator}', '${account}', '${currency}', ${cents},
        ${account === "creator" ? at : "NULL"}, 0, ${lineDate})`,
  );
  return `INSERT INTO ledger_entries (reason, ${column}, created_at) VALUES ('${reason}', '${id}', ${date});
    INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at, balance_after_cents, created_at)
    VALUES ${values.join()};`;
}

const onSale = (reason: string, ...lines: Line[]) => post({ reason, about: ["sale_id", ids.sale], lines });
const onPayout = (...lines: Line[]) =>
  post({
    reason: "payout",
    about: ["payout_id", ids.payout],
    lines,
    date: `(SELECT created_at FROM payouts WHERE id = '${ids.payout}')`,
  });
const onAdjustment = (...lines: Line[]) =>
  post({
    reason: "adjustment",
    about: ["adjustment_id", ids.adjustment],
    lines,
    date: `(SELECT created_at FROM ledger_adjustments WHERE id = '${ids.adjustment}')`,
  });

const forbidden = "42501";
const violated = "23514";
const frozen = "23001";

/** `refused`: the SQLSTATE for the application's role; undefined where it can plant the row. `named`: by the proof. */
const kinds: { kind: string; sql: () => string; refused?: string; named: string; audit?: string }[] = [
  {
    kind: "earnings moved to another creator by an entry on a sale",
    sql: () => onSale("sale", ["creator", -8_500], ["creator", 8_500, { creator: caio }]),
    refused: violated,
    named: "line of another creator",
    audit: "audit: creator of creator",
  },
  {
    kind: "a release date moved",
    sql: () => onSale("release", ["creator", -4_241], ["creator", 4_241, { at: dateOf(ids.sale) }]),
    named: "sale, release date",
    audit: "audit: release date",
  },
  ...(
    [
      ["provider", "platform"],
      ["platform", "bank"],
      ["loss", "platform"],
      ["creator", "platform"],
      ["buyer", "creator"],
      ["disputed", "provider"],
      ["provider_fees", "provider"],
      ["creator_held", "creator"],
      ["platform_held", "platform"],
      ["in_transit", "creator"],
      ["paid_out", "platform"],
    ] as const
  ).map(([one, other]) => ({
    kind: `money between ${one} and ${other} on a sale`,
    sql: () => onSale("sale", [one, -3_000], [other, 3_000]),
    named: `sale, account ${one}`,
    audit: `audit: ${one} of creator`,
  })),
  {
    kind: "earnings moved as a fee",
    sql: () => onSale("fee", ["creator", 100], ["platform", -100]),
    named: "fee or release that moves earnings",
  },
  {
    kind: "a line dated before its entry",
    sql: () =>
      post({
        reason: "sale",
        about: ["sale_id", ids.sale],
        lineDate: "'2026-01-01'",
        lines: [
          ["bank", 5],
          ["bank", -5],
        ],
      }),
    refused: violated,
    named: "line of another date",
    audit: "audit: date",
  },
  {
    kind: "an entry dated before the payment, taken back on the day",
    sql: () =>
      post({
        reason: "sale",
        about: ["sale_id", ids.sale],
        date: "timestamptz '2026-01-01'",
        lines: [
          ["platform", 500],
          ["provider", -500],
        ],
      }) + onSale("sale", ["platform", -500], ["provider", 500]),
    named: "entry of another date",
    audit: "audit: date",
  },
  {
    kind: "a line in another currency",
    sql: () => onSale("sale", ["bank", 5, { currency: "USD" }], ["loss", -5, { currency: "USD" }]),
    refused: violated,
    named: "sale, account bank",
    audit: "audit: bank of creator",
  },
  {
    kind: "an entry of a payout on a sale",
    sql: () => onSale("payout", ["creator", -5], ["in_transit", 5]),
    refused: violated,
    named: "sale, account in_transit",
    audit: "audit: in_transit of creator",
  },
  {
    kind: "an entry of an unpaid sale",
    sql: () =>
      post({
        reason: "sale",
        about: ["sale_id", ids.pending],
        date: dateOf(ids.sale),
        lines: [
          ["creator", 4_241],
          ["provider", -4_241],
        ],
      }),
    named: "sale, account creator",
    audit: "audit: creator of creator",
  },
  {
    kind: "an entry without lines",
    sql: () =>
      `INSERT INTO ledger_entries (reason, sale_id, created_at) VALUES ('sale', '${ids.sale}', ${dateOf(ids.sale)})`,
    named: "entry without lines",
    audit: "audit: entry without lines",
  },
  {
    kind: "an adjustment posted to another creator",
    sql: () => onAdjustment(["creator", 7, { creator: caio }], ["platform", -7, { creator: caio }]),
    refused: violated,
    named: "line of another creator",
    audit: "audit: creator of creator",
  },
  {
    kind: "an adjustment at the expense of another account",
    sql: () => onAdjustment(["platform", 9_000], ["bank", -9_000]),
    named: "adjustment, account bank",
    audit: "audit: bank of creator",
  },
  {
    kind: "an adjustment without an entry",
    sql: () => `INSERT INTO ledger_adjustments (id, creator_id, kind, amount_cents, reason, created_by, created_at)
      VALUES (gen_random_uuid(), '${caio}', 'credit', 10000000, 'x', '${caio}', now())`,
    refused: frozen,
    named: "adjustment, account creator",
    audit: "audit: creator of creator",
  },
  {
    kind: "a payout posted to another creator",
    sql: () => onPayout(["creator", 5, { creator: caio }], ["in_transit", -5, { creator: caio }]),
    refused: violated,
    named: "line of another creator",
    audit: "audit: creator of creator",
  },
  {
    kind: "a payout on another account",
    sql: () => onPayout(["in_transit", -5], ["platform", 5]),
    named: "payout, account platform",
    audit: "audit: platform of creator",
  },
  {
    kind: "a payout dated otherwise",
    sql: () =>
      post({
        reason: "payout",
        about: ["payout_id", ids.payout],
        date: "timestamptz '2026-01-01'",
        lines: [
          ["in_transit", -5],
          ["in_transit", 5],
        ],
      }),
    named: "entry of another date",
    audit: "audit: date",
  },
  {
    kind: "a payout's return that can be paid out later",
    sql: () => onPayout(["creator", 5, { at: "timestamptz '2030-01-01'" }], ["creator", -5]),
    named: "line released on another date",
  },
  {
    kind: "a payout recorded as paid without its entry",
    sql: () => `UPDATE payouts SET status = 'paid', bank_reference = 'E1', decided_at = now(), decided_by = '${paying.adminId}'
      WHERE id = '${ids.payout}'`,
    refused: frozen,
    named: "payout, account in_transit",
    audit: "audit: in_transit of creator",
  },
  {
    kind: "the creator of a sold video",
    sql: () => `UPDATE videos SET creator_id = '${caio}' WHERE id = '${video}'`,
    refused: forbidden,
    named: "line of another creator",
    audit: "audit: creator of creator",
  },
  {
    kind: "another payment method, so an earlier release",
    sql: () => `UPDATE sales SET payment_method = 'pix' WHERE id = '${ids.sale}'`,
    named: "sale, release date",
    audit: "audit: release date",
  },
  {
    kind: "another fee of the provider's",
    sql: () => `UPDATE sales SET provider_fee_cents = 500 WHERE id = '${ids.sale}'`,
    named: "sale, account provider_fees",
    audit: "audit: provider_fees of creator",
  },
  {
    kind: "a payment marked as the buyer's second",
    sql: () => `UPDATE sales SET duplicate = true, status = 'processing' WHERE id = '${ids.sale}'`,
    named: "sale, account buyer",
    audit: "audit: buyer of creator",
  },
  {
    kind: "a refund that nothing was posted for",
    sql: () => `INSERT INTO refunds (sale_id, amount_cents, status, channel, reason, no_key_reason)
      VALUES ('${ids.sale}', 4990, 'succeeded', 'outside', 'admin', 'x')`,
    refused: frozen,
    named: "sale, account bank",
    audit: "audit: bank of creator",
  },
  {
    kind: "a dispute that was decided otherwise",
    sql: () => `UPDATE disputes SET status = 'lost' WHERE sale_id = '${ids.disputed}'`,
    named: "sale, account disputed",
    audit: "audit: disputed of creator",
  },
  {
    kind: "a movement with a fee that nothing was posted for",
    sql: () => `INSERT INTO provider_movements (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, sale_id, created_at)
      VALUES ('txn_1', 'charge', 'charge', 4990, 300, 4690, 'BRL', '${ids.sale}', now())`,
    named: "sale, account provider_fees",
    audit: "audit: provider_fees of creator",
  },
  {
    kind: "a running balance",
    sql: () => "UPDATE ledger_balances SET balance_cents = balance_cents + 1 WHERE account = 'platform'",
    refused: forbidden,
    named: "balance differs from its lines",
    audit: "audit: running balance",
  },
  {
    kind: "the revenue of a day",
    sql: () => "UPDATE ledger_days SET platform_cents = platform_cents + 1",
    refused: forbidden,
    named: "day differs from its lines",
    audit: "audit: day",
  },
];

/** What only the owner can do past all triggers. The checkpoint does not show it: the whole proof and the audit do. */
const rewritten: { kind: string; sql: () => string; named: string; audit: string }[] = [
  {
    kind: "an amount",
    sql: () =>
      "UPDATE ledger_lines SET amount_cents = amount_cents + 1 WHERE id = (SELECT min(id) FROM ledger_lines)",
    named: "unbalanced entry",
    audit: "audit: entry does not sum to zero",
  },
  {
    kind: "a balance after a line",
    sql: () =>
      `UPDATE ledger_lines SET balance_after_cents = balance_after_cents + 1
       WHERE id = (SELECT max(id) FROM ledger_lines WHERE account = 'creator')`,
    named: "running balance jumps",
    audit: "audit: newest line of a balance",
  },
  {
    kind: "a release date",
    sql: () => "UPDATE ledger_lines SET available_at = now() WHERE account = 'creator' AND id < 4",
    named: "sale, release date",
    audit: "audit: release date",
  },
  {
    kind: "whose lines",
    sql: () => `UPDATE ledger_lines SET creator_id = '${caio}' WHERE account = 'platform'`,
    named: "line of another creator",
    audit: "audit: platform of creator",
  },
  {
    kind: "a deleted entry",
    sql: () => `DELETE FROM ledger_lines WHERE entry_id = 1; DELETE FROM ledger_entries WHERE id = 1`,
    named: "sale, account creator",
    audit: "audit: creator of creator",
  },
  {
    kind: "a deleted refund",
    sql: () => `DELETE FROM refunds WHERE sale_id = '${ids.refunded}'`,
    named: "sale, account provider",
    audit: "audit: provider of creator",
  },
  {
    kind: "the price of a sale",
    sql: () => `UPDATE sales SET amount_cents = 9980, platform_fee_cents = 1497, creator_earnings_cents = 8483
      WHERE id = '${ids.sale}'`,
    named: "sale, account provider",
    audit: "audit: provider of creator",
  },
];

const post900 = (reason: string, cents: number) =>
  post({
    reason,
    about: ["sale_id", ids.refunded],
    lines: [
      ["platform", cents],
      ["provider", -cents],
    ],
  });
const movementOf = (saleId: string, columns: string) =>
  `INSERT INTO provider_movements (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, source_id, sale_id, created_at)
   SELECT 'txn_forged', 'charge', ${columns}, 'BRL', provider_charge_id, id, now() FROM sales WHERE id = '${saleId}'`;

/**
 * What leaves every account as it must be: sums by reason and month show it, or what prices rest on. Planted by the
 * owner; the nightly audit names it.
 */
const balanced: { kind: string; sql: () => string; audit: string; byApplication?: boolean }[] = [
  {
    kind: "a sale and a refund of 900,00 that cancel each other",
    sql: () => post900("sale", 90_000) + post900("refund", -90_000),
    audit: "audit: sale of 2026-10, account platform",
    byApplication: true,
  },
  {
    kind: "two entries of one reason in two months",
    sql: () =>
      post900("refund", -90_000) +
      post({
        reason: "refund",
        about: ["sale_id", ids.refunded],
        date: `${dateOf(ids.refunded)} + interval '20 days'`,
        lines: [
          ["platform", 90_000],
          ["provider", -90_000],
        ],
      }),
    audit: "audit: refund of 2026-11, account platform",
    byApplication: true,
  },
  {
    kind: "a payout and its return, of which nothing happened",
    sql: () =>
      onPayout(["in_transit", -900], ["paid_out", 900]) +
      onPayout(["in_transit", 900], ["paid_out", -900]).replace("'payout'", "'return'"),
    audit: "audit: return of 2026-11, account paid_out",
    byApplication: true,
  },
  {
    kind: "an adjustment and its write-off",
    sql: () =>
      onAdjustment(["creator", 900, { at: "now()" }], ["goodwill", -900]) +
      onAdjustment(["creator", -900, { at: "now()" }], ["goodwill", 900]).replace(
        "'adjustment'",
        "'writeOff'",
      ),
    audit: "audit: writeOff of 2026-11, account goodwill",
  },
  {
    kind: "uses of a coupon",
    sql: () => `INSERT INTO coupons (creator_id, code, percent, used) VALUES ('${ana}', 'AB1', 10, 1)`,
    audit: "audit: coupon: uses differ",
    byApplication: true,
  },
  {
    kind: "a price that the coupon's terms do not give, though the coupon was changed since",
    sql: () => `INSERT INTO coupons (creator_id, code, percent, used) VALUES ('${ana}', 'AB1', 10, 1);
      INSERT INTO sale_coupons (sale_id, coupon_id, consumer_id, code, list_price_cents)
        SELECT sales.id, coupons.id, consumer_id, code, 9980 FROM sales, coupons WHERE sales.id = '${ids.sale}' AND code = 'AB1';
      UPDATE coupons SET percent = 50 WHERE code = 'AB1'`,
    audit: "audit: coupon: price differs from its terms",
    byApplication: true,
  },
  {
    kind: "a credit of another person's lesson",
    sql: () =>
      `INSERT INTO sale_credits (sale_id, credited_sale_id, amount_cents) VALUES ('${ids.sale}', '${ids.pending}', 4990)`,
    audit: "audit: credit: more than was paid",
    byApplication: true,
  },
  {
    kind: "a movement whose net is not its amount less its fee",
    sql: () => movementOf(ids.sale, "'charge', 4990, 0, 4980"),
    audit: "audit: movement: net is not",
    byApplication: true,
  },
  {
    kind: "a movement of another amount than its payment",
    sql: () =>
      `UPDATE sales SET provider_charge_id = 'ch_forged' WHERE id = '${ids.sale}';${movementOf(ids.sale, "'charge', 4991, 0, 4991")}`,
    audit: "audit: movement: amount differs from its payment",
  },
  {
    kind: "a movement of another amount than its refund",
    sql: () =>
      `UPDATE refunds SET provider_refund_id = 're_forged' WHERE sale_id = '${ids.refunded}';
      INSERT INTO provider_movements (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, source_id, sale_id, created_at)
      VALUES ('txn_forged', 'refund', 'refund', -4900, 0, -4900, 'BRL', 're_forged', '${ids.refunded}', now())`,
    audit: "audit: movement: amount differs from its refund",
  },
  {
    kind: "a movement whose source is of another sale",
    sql: () =>
      `INSERT INTO provider_movements (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, source_id, sale_id, created_at)
      VALUES ('txn_forged', 'refund', 'refund', -4990, 0, -4990, 'BRL', 're_nobody', '${ids.refunded}', now())`,
    audit: "audit: movement: sale is not that of its source",
    byApplication: true,
  },
];

interface Found {
  refused?: string | undefined;
  daily: string[];
  whole: string[];
  audit: string[];
}

/** Plants rows and proves, in a transaction that is rolled back. */
async function plant(client: pg.Client, statements: string): Promise<Found> {
  const found: Found = { daily: [], whole: [], audit: [] };
  const list = async (from: string) =>
    (await client.query<{ what: string }>(`SELECT DISTINCT what FROM ${from} ORDER BY 1`)).rows.map(
      ({ what }) => what,
    );
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  try {
    await client.query(`${statements}; SET CONSTRAINTS ALL IMMEDIATE`);
  } catch (error) {
    await client.query("ROLLBACK");
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { ...found, refused: error.code };
  }
  found.whole = await list("ledger_violations");
  found.audit = await list("ledger_audit()");
  found.daily = await list("ledger_prove(false)");
  await client.query("ROLLBACK");
  return found;
}

test("the proofs find no violation before the forgeries", async () => {
  await application.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM ledger_prove(true); COMMIT");
  expect(await plant(application, "SELECT 1")).toEqual({ daily: [], whole: [], audit: [] });
});

/** Ends what refuses forged rows, as the owner can, and keeps what adds up balances and days: those stay consistent. */
const withoutGuards = `
  ALTER TABLE ledger_lines DISABLE TRIGGER ledger_line_subject;
  ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_subject_check;
  ALTER TABLE videos DISABLE TRIGGER videos_creator_frozen;
`;

/** The daily proof sees what triggers note; the creator of a video is not one of these. */
const notDaily = ["the creator of a sold video"];

describe.each(kinds)('the forgery "$kind"', ({ kind, sql, refused, named, audit }) => {
  test("is refused or found if planted by the application's role", async () => {
    const found = await plant(application, sql());
    expect(found.refused).toBe(refused);
    if (refused) return;
    expect(found.daily).toContain(named);
    expect(found.whole).toContain(named);
    if (audit) expect(found.audit.join("\n")).toContain(audit);
  });

  test("is found if planted by the owner", async () => {
    const found = await plant(owner, withoutGuards + sql());
    expect(found.refused).toBeUndefined();
    if (!notDaily.includes(kind)) expect(found.daily).toContain(named);
    expect(found.whole).toContain(named);
    if (audit) expect(found.audit.join("\n")).toContain(audit);
  });
});

test.each(rewritten.map((each) => [each.kind, each] as const))(
  'the forgery "%s", planted by the owner past every trigger, is found',
  async (_, { sql, named, audit }) => {
    const found = await plant(owner, `SET LOCAL session_replication_role = replica; ${sql()}`);
    expect(found.whole).toContain(named);
    expect(found.audit.join("\n")).toContain(audit);
  },
);

test.each(balanced.map((each) => [each.kind, each] as const))(
  "the audit names %s",
  async (_, { sql, audit, byApplication }) => {
    const found = await plant(owner, sql());
    expect(found.refused).toBeUndefined();
    expect(found.audit.join("\n")).toContain(audit);
    if (byApplication) expect((await plant(application, sql())).audit.join("\n")).toContain(audit);
  },
);

test("the terms of a coupon are frozen with its use", async () => {
  const use = `INSERT INTO coupons (creator_id, code, percent, used) VALUES ('${ana}', 'AB1', 10, 1);
    INSERT INTO sale_coupons (sale_id, coupon_id, consumer_id, code, list_price_cents, discount_percent)
      SELECT sales.id, coupons.id, consumer_id, code, 9980, 50 FROM sales, coupons WHERE sales.id = '${ids.sale}' AND code = 'AB1'`;
  // What the application says of the terms is ignored: the price is half of the list price.
  expect((await plant(application, use)).audit).toContain("audit: coupon: price differs from its terms");
  const changed = `${use}; UPDATE sale_coupons SET discount_percent = 50`;
  expect((await plant(application, changed)).refused).toBe("23001");
});
