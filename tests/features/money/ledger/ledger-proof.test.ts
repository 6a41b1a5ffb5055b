/**
 * The proof of the ledger by increments: it reads new entries alone, finds the same as the whole proof, and records
 * failures.
 */
import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { pino } from "pino";
import { expect, inject, test, vi } from "vitest";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { decideAdjustment } from "~/features/money/ledger/adjustment";
import { insertAdjustment } from "~/features/money/ledger/adjustments.queries.server";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import { findLastProofs, listAuditFindings } from "~/features/money/ledger/ledger-proof.queries.server";
import { auditLedger, proveLedger } from "~/features/money/ledger/prove-ledger.server";
import { asApplicationRole } from "../../../../dev/postgres/application-role";
import { proveWholeLedger } from "../../../../migrations/tools/prove-ledger";
import { openAsOwner } from "../../../support/as-owner";
import { addSaleOf } from "../../../support/rows";
import { addRow, findRow, setRows } from "../../../support/tables";
import { openTestDatabase, ownerUrlOf } from "../../../support/test-database";
import { addPayee, day, start, startPaying } from "../payouts/payout-scene";

const db = await openTestDatabase();
const owner = await openAsOwner(db);
const paying = await startPaying(db);
const { services } = paying;

/** A creator with a sale that is released. */
async function sell(of?: string): Promise<{ creator: string; saleId: string }> {
  const creator = of ?? (await addPayee(db));
  const saleId = await addSaleOf(db, creator, { now: new Date(start.getTime() - 30 * day) });
  return { creator, saleId };
}

const prove = async () => (await proveLedger(services)).map(({ what }) => what).sort();
const checkpoint = async () =>
  (await sql<{ at: string }>`SELECT proved_until::text AS at FROM ledger_checkpoint`.execute(db)).rows[0]?.at;
const ownerUrl = async () => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  return ownerUrlOf(`postgres://host/${rows[0]?.name}`);
};

/** Changes something past every trigger. */
async function plant(change: RawBuilder<unknown>): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await change.execute(trx);
  });
}

test("sales, payouts, returns and refunds of several days are proved in order, and the checkpoint advances", async () => {
  const { creator } = await sell();
  expect(await prove()).toEqual([]);
  const first = await checkpoint();
  await sell(creator);
  const payout = await paying.preparePayout(creator);
  expect(await prove()).toEqual([]);
  await paying.pay(payout);
  await sell();
  // The checkpoint stays before the oldest transaction of the whole server, which may be another test's.
  await vi.waitFor(
    async () => {
      expect(await prove()).toEqual([]);
      expect(Number(await checkpoint())).toBeGreaterThan(Number(first));
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(await prove()).toEqual([]);
  const { last, complete } = await findLastProofs(db);
  expect(last).toEqual(complete);
  expect(last).toMatchObject({ whole: false, violations: 0, failure: null });
});

test("an entry of a transaction that was open during a proof is proved by the next", async () => {
  const { creator } = await sell();
  await prove();
  let [release, posted] = [() => {}, () => {}];
  const held = new Promise<void>((resolve) => (release = resolve));
  const isPosted = new Promise<void>((resolve) => (posted = resolve));
  const open = db.transaction().execute(async (trx) => {
    await sql`INSERT INTO rate_limits (key) VALUES ('open')`.execute(trx);
    posted();
    await held;
    const id = randomUUID();
    const adjustment = { creatorId: creator, now: start };
    const terms = { id, kind: "credit", cents: 100, reason: "x", adminId: paying.adminId } as const;
    await insertAdjustment(trx, { ...adjustment, ...terms });
    const posting = { ...decideAdjustment("credit", 100, start), adjustmentId: id, currency: "BRL" } as const;
    await insertEntry(trx, { ...adjustment, ...posting });
    await insertAuditEntry(trx, paying.by, {
      action: "balanceCredited",
      target: { kind: "account", id: creator, label: "x" },
      after: { amountCents: 100 },
    });
  });
  await isPosted;
  await sell(creator);
  expect(await prove()).toEqual([]);
  release();
  await open;
  await sell(creator);
  expect(await prove()).toEqual([]);
  expect((await proveWholeLedger(await ownerUrl())).violations).toEqual([]);
  expect(await prove()).toEqual([]);
});

/** Changes what a sale of a creator has in the ledger by a cent, up or down. */
type Mistake = (sale: { creator: string; saleId: string }, by: 1 | -1) => RawBuilder<unknown>;

const inBalance: Mistake = ({ creator }, by) =>
  sql`UPDATE ledger_balances SET balance_cents = balance_cents + ${by} WHERE creator_id = ${creator} AND account = 'creator'`;

test.each<[string, Mistake, string[]]>([
  [
    "a line",
    (
      { saleId },
      by,
    ) => sql`UPDATE ledger_lines SET amount_cents = amount_cents + ${by} WHERE account = 'platform'
      AND entry_id = (SELECT id FROM ledger_entries WHERE sale_id = ${saleId})`,
    [
      "balance differs from its lines",
      "day differs from its lines",
      "sale, account platform",
      "unbalanced entry",
    ],
  ],
  [
    "a day, however old",
    (_, by) =>
      by === 1
        ? sql`INSERT INTO ledger_days VALUES ('BRL', '2020-01-01', 0, 0, 7, 0)`
        : sql`DELETE FROM ledger_days WHERE day = '2020-01-01'`,
    ["day differs from its lines"],
  ],
])("a planted mistake in %s is found by every proof until it is repaired", async (_, mistake, kinds) => {
  await prove();
  const now = await sell();
  await plant(mistake(now, 1));
  const before = await checkpoint();
  expect(await prove()).toEqual(kinds);
  expect(await prove()).toEqual(kinds);
  expect(await checkpoint()).toBe(before);
  await plant(mistake(now, -1));
  expect(await prove()).toEqual([]);
});

test("a refund, dispute or payout without its entry is found, for an old sale too", async () => {
  const { saleId, creator } = await sell();
  const payout = await paying.preparePayout(creator);
  await prove();
  await sql`INSERT INTO refunds (sale_id, provider_refund_id, amount_cents, status, channel, reason)
    VALUES (${saleId}, 're_1', 100, 'succeeded', 'provider', 'provider')`.execute(db);
  const accounts = ["creator", "platform", "provider"];
  expect(await prove()).toEqual(accounts.map((account) => `sale, account ${account}`));
  await owner.deleteFrom("refunds").where("sale_id", "=", saleId).execute();
  expect(await prove()).toEqual([]);
  const now = paying.clock();
  await sql`UPDATE payouts SET status = 'paid', bank_reference = 'E1', decided_at = ${now}, decided_by = ${paying.adminId}::uuid
    WHERE id = ${payout.id}`.execute(owner);
  expect(await prove()).toEqual(["payout, account in_transit", "payout, account paid_out"]);
  // How a payout ended never changes: undone past the trigger that refuses it.
  await plant(sql`UPDATE payouts SET status = 'prepared', bank_reference = NULL, decided_at = NULL, decided_by = NULL
    WHERE id = ${payout.id}`);
  expect(await prove()).toEqual([]);
});

test("a returned payout on the wrong accounts is found by both proofs, with each account and difference", async () => {
  const { creator } = await sell();
  const payout = await paying.preparePayout(creator);
  await paying.pay(payout);
  await prove();
  const { id, amount_cents: cents } = payout;
  const now = paying.clock();
  const entry = { reason: "return", payoutId: id, creatorId: creator, currency: "BRL", now } as const;
  const post = (postings: Parameters<typeof insertEntry>[1]["postings"]) =>
    db.transaction().execute((trx) => insertEntry(trx, { ...entry, postings }));
  await sql`UPDATE payouts SET status = 'returned', returned_at = ${now}, returned_by = ${paying.adminId}::uuid,
    return_reason = 'x' WHERE id = ${id}`.execute(owner);
  await post([
    { account: "in_transit", cents: -cents, availableAt: null },
    { account: "creator", cents, availableAt: now },
  ]);
  const found = [
    { what: "payout, account in_transit", id, off_by_cents: -cents },
    { what: "payout, account paid_out", id, off_by_cents: cents },
  ];
  const inOrder = (rows: readonly { what: string }[]) =>
    rows.toSorted((one, other) => one.what.localeCompare(other.what));
  expect(inOrder(await proveLedger(services))).toEqual(found);
  const whole = (await proveWholeLedger(await ownerUrl())).violations;
  expect(inOrder(whole.filter(({ what }) => !what.startsWith("audit:")))).toEqual(
    found.map((row) => ({ ...row, off_by_cents: String(row.off_by_cents) })),
  );
  await post([
    { account: "in_transit", cents, availableAt: null },
    { account: "paid_out", cents: -cents, availableAt: null },
  ]);
  expect(await prove()).toEqual([]);
});

test("a failed proof is recorded with its reason, and the previous one stays the last complete one", async () => {
  await prove();
  const { complete } = await findLastProofs(db);
  const before = await checkpoint();
  await plant(sql`UPDATE ledger_checkpoint SET proved_until = '999999999'`);
  await expect(proveLedger(services)).rejects.toThrow("another database cluster");
  const proofs = await findLastProofs(db);
  expect(proofs.last).toMatchObject({
    failure: expect.stringContaining("another database cluster"),
    violations: null,
  });
  expect(proofs.complete).toEqual(complete);
  const whole = await proveWholeLedger(await ownerUrl());
  expect(whole.violations).toEqual([]);
  expect(Number(await checkpoint())).toBeGreaterThanOrEqual(Number(before));
  expect((await findLastProofs(db)).whole).toMatchObject({ whole: true, violations: 0 });
  expect(await prove()).toEqual([]);
});

test("nothing counts as proved after a complete proof with violations", async () => {
  const sale = await sell();
  await prove();
  await plant(inBalance(sale, 1));
  expect((await proveWholeLedger(await ownerUrl())).violations).toMatchObject([
    { what: "balance differs from its lines" },
    { what: "audit: running balance" },
    { what: "audit: newest line of a balance" },
  ]);
  expect(await checkpoint()).toBeUndefined();
  expect(await prove()).toEqual(["balance differs from its lines"]);
  await plant(inBalance(sale, -1));
  expect(await prove()).toEqual([]);
});

test("the record of a proof is written by the database only: the application's role cannot forge a result", async () => {
  await prove();
  const before = (await findLastProofs(db)).complete;
  const forged = { whole: true, started_at: start, finished_at: start, violations: 0 };
  const { id } = await addRow(db, "ledger_proofs", forged);
  await setRows(db, "ledger_proofs", { id }, { violations: 0, finished_at: start });
  expect((await findLastProofs(db)).complete).toEqual(before);
  const noted = () => findRow(db, "ledger_proofs", { id });
  expect(await noted()).toMatchObject({ violations: null, finished_at: null });
  await setRows(db, "ledger_proofs", { id }, { finished_at: start, failure: "x" });
  await setRows(db, "ledger_proofs", { id }, { failure: null, violations: 0 });
  expect(await noted()).toMatchObject({ violations: null, failure: "x" });
});

test("the nightly audit is recorded with its findings, which the reconciliation lists", async () => {
  const { creator } = await sell();
  const url = asApplicationRole(await ownerUrl(), inject("applicationPassword"));
  const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: undefined };
  const log = pino({ enabled: false });
  const storage = { open: async () => undefined };
  const audit = () => auditLedger({ ...services, env, log, storage });
  expect(await audit()).toEqual([]);
  expect((await findLastProofs(db)).audit).toMatchObject({ violations: 0, independent: true });
  const change = (cents: number) =>
    sql`UPDATE ledger_balances SET balance_cents = balance_cents + ${cents} WHERE creator_id = ${creator} AND account = 'platform'`;
  await plant(change(100));
  const found = await audit();
  expect(found).toContainEqual({
    what: "audit: running balance",
    id: `${creator} platform BRL`,
    off_by_cents: 100,
  });
  expect(await listAuditFindings(db)).toHaveLength(found.length);
  await plant(change(-100));
  expect(await audit()).toEqual([]);
  expect(await listAuditFindings(db)).toEqual([]);
});
