/**
 * A forged row of each kind: the database refuses it to the application's role, or both proofs name it. The owner, who
 * can disable what refuses, is named by both.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
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

const between = (one: string, other: string, cents: number): Line[] => [
  [one, cents],
  [other, -cents],
];
const onSale = (reason: string, ...lines: Line[]) => post({ reason, about: ["sale_id", ids.sale], lines });
const onPayout = (lines: Line[], { reason = "payout", date }: { reason?: string; date?: string } = {}) =>
  post({
    reason,
    about: ["payout_id", ids.payout],
    lines,
    date: date ?? `(SELECT created_at FROM payouts WHERE id = '${ids.payout}')`,
  });
const onAdjustment = (lines: Line[], reason = "adjustment") =>
  post({
    reason,
    about: ["adjustment_id", ids.adjustment],
    lines,
    date: `(SELECT created_at FROM ledger_adjustments WHERE id = '${ids.adjustment}')`,
  });
const insertMovement = `INSERT INTO provider_movements
  (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, source_id, sale_id, created_at)`;

const forbidden = "42501";
const violated = "23514";
const frozen = "23001";

/** `refused`: the SQLSTATE for the application's role; undefined where it can plant the row. `named`: by the proof. */
const kinds: [kind: string, sql: () => string, named: string, refused?: string][] = [
  [
    "earnings moved to another creator by an entry on a sale",
    () => onSale("sale", ["creator", -8_500], ["creator", 8_500, { creator: caio }]),
    "line of another creator",
    violated,
  ],
  [
    "a release date moved",
    () => onSale("release", ["creator", -4_241], ["creator", 4_241, { at: dateOf(ids.sale) }]),
    "sale, release date",
  ],
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
  ).map(([one, other]): (typeof kinds)[number] => [
    `money between ${one} and ${other} on a sale`,
    () => onSale("sale", ...between(one, other, -3_000)),
    `sale, account ${one}`,
  ]),
  [
    "earnings moved as a fee",
    () => onSale("fee", ...between("creator", "platform", 100)),
    "fee or release that moves earnings",
  ],
  [
    "a line dated before its entry",
    () =>
      post({
        reason: "sale",
        about: ["sale_id", ids.sale],
        lineDate: "'2026-01-01'",
        lines: between("bank", "bank", 5),
      }),
    "line of another date",
    violated,
  ],
  [
    "an entry dated before the payment, taken back on the day",
    () =>
      post({
        reason: "sale",
        about: ["sale_id", ids.sale],
        date: "timestamptz '2026-01-01'",
        lines: between("platform", "provider", 500),
      }) + onSale("sale", ...between("platform", "provider", -500)),
    "entry of another date",
  ],
  [
    "a line in another currency",
    () => onSale("sale", ["bank", 5, { currency: "USD" }], ["loss", -5, { currency: "USD" }]),
    "sale, account bank",
    violated,
  ],
  [
    "an entry of a payout on a sale",
    () => onSale("payout", ...between("in_transit", "creator", 5)),
    "sale, account in_transit",
    violated,
  ],
  [
    "an entry of an unpaid sale",
    () =>
      post({
        reason: "sale",
        about: ["sale_id", ids.pending],
        lines: between("creator", "provider", 4_241),
      }),
    "sale, account creator",
  ],
  [
    "an entry without lines",
    () =>
      `INSERT INTO ledger_entries (reason, sale_id, created_at) VALUES ('sale', '${ids.sale}', ${dateOf(ids.sale)})`,
    "entry without lines",
  ],
  [
    "an adjustment posted to another creator",
    () =>
      onAdjustment([
        ["creator", 7, { creator: caio }],
        ["platform", -7, { creator: caio }],
      ]),
    "line of another creator",
    violated,
  ],
  [
    "an adjustment at the expense of another account",
    () => onAdjustment(between("platform", "bank", 9_000)),
    "adjustment, account bank",
  ],
  [
    "an adjustment without an entry",
    () => `INSERT INTO ledger_adjustments (id, creator_id, kind, amount_cents, reason, created_by, created_at)
      VALUES (gen_random_uuid(), '${caio}', 'credit', 10000000, 'x', '${caio}', now())`,
    "adjustment, account creator",
    frozen,
  ],
  [
    "a payout posted to another creator",
    () =>
      onPayout([
        ["creator", 5, { creator: caio }],
        ["in_transit", -5, { creator: caio }],
      ]),
    "line of another creator",
    violated,
  ],
  [
    "a payout on another account",
    () => onPayout(between("platform", "in_transit", 5)),
    "payout, account platform",
  ],
  [
    "a payout dated otherwise",
    () => onPayout(between("in_transit", "in_transit", 5), { date: "timestamptz '2026-01-01'" }),
    "entry of another date",
  ],
  [
    "a payout's return that can be paid out later",
    () =>
      onPayout([
        ["creator", 5, { at: "timestamptz '2030-01-01'" }],
        ["creator", -5],
      ]),
    "line released on another date",
  ],
  [
    "a payout recorded as paid without its entry",
    () => `UPDATE payouts SET status = 'paid', bank_reference = 'E1', decided_at = now(), decided_by = '${paying.adminId}'
      WHERE id = '${ids.payout}'`,
    "payout, account in_transit",
    frozen,
  ],
  [
    "the creator of a sold video",
    () => `UPDATE videos SET creator_id = '${caio}' WHERE id = '${video}'`,
    "line of another creator",
    forbidden,
  ],
  [
    "another payment method, so an earlier release",
    () => `UPDATE sales SET payment_method = 'pix' WHERE id = '${ids.sale}'`,
    "sale, release date",
  ],
  [
    "another fee of the provider's",
    () => `UPDATE sales SET provider_fee_cents = 500 WHERE id = '${ids.sale}'`,
    "sale, account provider_fees",
  ],
  [
    "a payment marked as the buyer's second",
    () => `UPDATE sales SET duplicate = true, status = 'processing' WHERE id = '${ids.sale}'`,
    "sale, account buyer",
  ],
  [
    "a refund that nothing was posted for",
    () => `INSERT INTO refunds (sale_id, amount_cents, status, channel, reason, no_key_reason)
      VALUES ('${ids.sale}', 4990, 'succeeded', 'outside', 'admin', 'x')`,
    "sale, account bank",
    frozen,
  ],
  [
    "a dispute that was decided otherwise",
    () => `UPDATE disputes SET status = 'lost' WHERE sale_id = '${ids.disputed}'`,
    "sale, account disputed",
  ],
  [
    "a movement with a fee that nothing was posted for",
    () =>
      `${insertMovement} VALUES ('txn_1', 'charge', 'charge', 4990, 300, 4690, 'BRL', NULL, '${ids.sale}', now())`,
    "sale, account provider_fees",
  ],
  [
    "a running balance",
    () => "UPDATE ledger_balances SET balance_cents = balance_cents + 1 WHERE account = 'platform'",
    "balance differs from its lines",
    forbidden,
  ],
  [
    "the revenue of a day",
    () => "UPDATE ledger_days SET platform_cents = platform_cents + 1",
    "day differs from its lines",
    forbidden,
  ],
];

/** What the nightly audit says where the proof says this; of an account, it names the account. */
const audits: Record<string, string> = {
  "line of another creator": "audit: creator of creator",
  "sale, release date": "audit: release date",
  "line of another date": "audit: date",
  "entry of another date": "audit: date",
  "entry without lines": "audit: entry without lines",
  "balance differs from its lines": "audit: running balance",
  "day differs from its lines": "audit: day",
  // What only the proof compares.
  "fee or release that moves earnings": "",
  "line released on another date": "",
};
const auditOf = (named: string) => audits[named] ?? `audit: ${named.split(", account ")[1]} of creator`;

/** What only the owner can do past all triggers. The checkpoint does not show it: the whole proof and the audit do. */
const rewritten: [kind: string, sql: () => string, named: string, audit: string][] = [
  [
    "an amount",
    () =>
      "UPDATE ledger_lines SET amount_cents = amount_cents + 1 WHERE id = (SELECT min(id) FROM ledger_lines)",
    "unbalanced entry",
    "audit: entry does not sum to zero",
  ],
  [
    "a balance after a line",
    () =>
      `UPDATE ledger_lines SET balance_after_cents = balance_after_cents + 1
       WHERE id = (SELECT max(id) FROM ledger_lines WHERE account = 'creator')`,
    "running balance jumps",
    "audit: newest line of a balance",
  ],
  [
    "a release date",
    () => "UPDATE ledger_lines SET available_at = now() WHERE account = 'creator' AND id < 4",
    "sale, release date",
    "audit: release date",
  ],
  [
    "whose lines",
    () => `UPDATE ledger_lines SET creator_id = '${caio}' WHERE account = 'platform'`,
    "line of another creator",
    "audit: platform of creator",
  ],
  [
    "a deleted entry",
    () => `DELETE FROM ledger_lines WHERE entry_id = 1; DELETE FROM ledger_entries WHERE id = 1`,
    "sale, account creator",
    "audit: creator of creator",
  ],
  [
    "a deleted refund",
    () => `DELETE FROM refunds WHERE sale_id = '${ids.refunded}'`,
    "sale, account provider",
    "audit: provider of creator",
  ],
  [
    "the price of a sale",
    () => `UPDATE sales SET amount_cents = 9980, platform_fee_cents = 1497, creator_earnings_cents = 8483
      WHERE id = '${ids.sale}'`,
    "sale, account provider",
    "audit: provider of creator",
  ],
];

const post900 = (reason: string, cents: number, date?: string) =>
  post({ reason, about: ["sale_id", ids.refunded], lines: between("platform", "provider", cents), date });
const movementOf = (saleId: string, columns: string) =>
  `${insertMovement} SELECT 'txn_forged', 'charge', ${columns}, 'BRL', provider_charge_id, id, now()
   FROM sales WHERE id = '${saleId}'`;
const refundMovement = (cents: number, source: string) =>
  `${insertMovement} VALUES ('txn_forged', 'refund', 'refund', ${cents}, 0, ${cents}, 'BRL', '${source}', '${ids.refunded}', now())`;

/**
 * What leaves every account as it must be: sums by reason and month show it, or what prices rest on. The nightly audit
 * names it, planted by the owner and, unless `byOwnerAlone`, by the application's role.
 */
const balanced: [kind: string, sql: () => string, audit: string, who?: "byOwnerAlone"][] = [
  [
    "a sale and a refund of 900,00 that cancel each other",
    () => post900("sale", 90_000) + post900("refund", -90_000),
    "audit: sale of 2026-10, account platform",
  ],
  [
    "two entries of one reason in two months",
    () =>
      post900("refund", -90_000) + post900("refund", 90_000, `${dateOf(ids.refunded)} + interval '20 days'`),
    "audit: refund of 2026-11, account platform",
  ],
  [
    "a payout and its return, of which nothing happened",
    () =>
      onPayout(between("in_transit", "paid_out", -900)) +
      onPayout(between("in_transit", "paid_out", 900), { reason: "return" }),
    "audit: return of 2026-11, account paid_out",
  ],
  [
    "an adjustment and its write-off",
    () =>
      onAdjustment([
        ["creator", 900, { at: "now()" }],
        ["goodwill", -900],
      ]) +
      onAdjustment(
        [
          ["creator", -900, { at: "now()" }],
          ["goodwill", 900],
        ],
        "writeOff",
      ),
    "audit: writeOff of 2026-11, account goodwill",
    "byOwnerAlone",
  ],
  [
    "uses of a coupon",
    () => `INSERT INTO coupons (creator_id, code, percent, used) VALUES ('${ana}', 'AB1', 10, 1)`,
    "audit: coupon: uses differ",
  ],
  [
    "a price that the coupon's terms do not give, though the coupon was changed since",
    () => `INSERT INTO coupons (creator_id, code, percent, used) VALUES ('${ana}', 'AB1', 10, 1);
      INSERT INTO sale_coupons (sale_id, coupon_id, consumer_id, code, list_price_cents)
        SELECT sales.id, coupons.id, consumer_id, code, 9980 FROM sales, coupons WHERE sales.id = '${ids.sale}' AND code = 'AB1';
      UPDATE coupons SET percent = 50 WHERE code = 'AB1'`,
    "audit: coupon: price differs from its terms",
  ],
  [
    "a credit of another person's lesson",
    () =>
      `INSERT INTO sale_credits (sale_id, credited_sale_id, amount_cents) VALUES ('${ids.sale}', '${ids.pending}', 4990)`,
    "audit: credit: more than was paid",
  ],
  [
    "a movement whose net is not its amount less its fee",
    () => movementOf(ids.sale, "'charge', 4990, 0, 4980"),
    "audit: movement: net is not",
  ],
  [
    "a movement of another amount than its payment",
    () =>
      `UPDATE sales SET provider_charge_id = 'ch_forged' WHERE id = '${ids.sale}';${movementOf(ids.sale, "'charge', 4991, 0, 4991")}`,
    "audit: movement: amount differs from its payment",
    "byOwnerAlone",
  ],
  [
    "a movement of another amount than its refund",
    () =>
      `UPDATE refunds SET provider_refund_id = 're_forged' WHERE sale_id = '${ids.refunded}';${refundMovement(-4900, "re_forged")}`,
    "audit: movement: amount differs from its refund",
    "byOwnerAlone",
  ],
  [
    "a movement whose source is of another sale",
    () => refundMovement(-4990, "re_nobody"),
    "audit: movement: sale is not that of its source",
  ],
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

test.each(kinds)('the forgery "%s" is refused or found', async (kind, sql, named, refused) => {
  const planted = await plant(application, sql());
  expect(planted.refused).toBe(refused);
  const found = refused ? await plant(owner, withoutGuards + sql()) : planted;
  expect(found.refused).toBeUndefined();
  // The daily proof sees what triggers note; the creator of a video is not one of these.
  if (kind !== "the creator of a sold video") expect(found.daily).toContain(named);
  expect(found.whole).toContain(named);
  expect(found.audit.join("\n")).toContain(auditOf(named));
});

test.each(rewritten)(
  'the forgery "%s", planted by the owner past every trigger, is found',
  async (_, sql, named, audit) => {
    const found = await plant(owner, `SET LOCAL session_replication_role = replica; ${sql()}`);
    expect(found.whole).toContain(named);
    expect(found.audit.join("\n")).toContain(audit);
  },
);

test.each(balanced)("the audit names %s", async (_, sql, audit, who) => {
  for (const client of who === "byOwnerAlone" ? [owner] : [owner, application]) {
    const found = await plant(client, sql());
    expect(found.refused).toBeUndefined();
    expect(found.audit.join("\n")).toContain(audit);
  }
});

test("the terms of a coupon are frozen with its use", async () => {
  const use = `INSERT INTO coupons (creator_id, code, percent, used) VALUES ('${ana}', 'AB1', 10, 1);
    INSERT INTO sale_coupons (sale_id, coupon_id, consumer_id, code, list_price_cents, discount_percent)
      SELECT sales.id, coupons.id, consumer_id, code, 9980, 50 FROM sales, coupons WHERE sales.id = '${ids.sale}' AND code = 'AB1'`;
  // What the application says of the terms is ignored: the price is half of the list price.
  expect((await plant(application, use)).audit).toContain("audit: coupon: price differs from its terms");
  const changed = `${use}; UPDATE sale_coupons SET discount_percent = 50`;
  expect((await plant(application, changed)).refused).toBe(frozen);
});
