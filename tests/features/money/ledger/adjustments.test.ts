/** What happens to a balance beside sales and payouts: returns by the bank, credits, debits, write-offs, repayments. */
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import type { AuditAction } from "~/features/base/audit/audit-actions";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import type { AdjustmentKind } from "~/features/money/ledger/adjustment";
import type { PayoutRow } from "~/features/money/payouts/batches.queries.server";
import { returnPayout } from "~/features/money/payouts/settle-payout.server";
import { sumPlatform } from "~/features/office/dashboard/attention.queries.server";
import { expectNoViolations } from "../../../support/proofs";
import { addSaleOf } from "../../../support/rows";
import { readRow, readRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import {
  addPayee,
  day,
  expectStatementsToAddUp,
  payoutOf,
  readStatement,
  start,
  startPaying,
} from "../payouts/payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);
const { services, by } = paying;

afterEach(async () => {
  await expectNoViolations(db);
  await expectStatementsToAddUp(db);
});

/** A creator who is owed the creator's part of one sale of R$ 49,90: 4,241 cents, already released. */
async function addOwed(): Promise<string> {
  const creator = await addPayee(db);
  await addSaleOf(db, creator, { now: new Date(start.getTime() - 30 * day) });
  return creator;
}

/** A creator who was paid out and then owes so much, by a debit. */
async function addDebtor(cents: number): Promise<string> {
  const creator = await addPayee(db);
  await adjust(creator, "debit", cents);
  return creator;
}

/** What no payout and no adjustment changes. */
async function sumRevenue() {
  const { revenueCents, platformFeeCents } = await sumPlatform(db);
  return { revenueCents, platformFeeCents };
}

const adjust = (creatorId: string, kind: AdjustmentKind, cents: number, id: string = randomUUID()) =>
  adjustBalance(services, { id, creatorId, kind, cents, reason: "Acerto de contas" }, by);
const giveBack = (payout: PayoutRow, reason = "Conta encerrada") =>
  returnPayout(services, { by, batchId: payout.batch_id, payoutId: payout.id, reason });
const auditOf = (action: AuditAction, targetId: string) =>
  readRow(db, "audit_entries", { action, target_id: targetId });

test("a confirmed payout that the bank returns is owed again, once, with author, reason, audit entry and mail, and paid with the next payout", async () => {
  const creator = await addOwed();
  const first = await paying.preparePayout(creator);
  expect(await giveBack(first)).toEqual({ ok: false, error: "notPaid" });
  await paying.pay(first);
  paying.advance(3 * day);
  const answers = await Promise.all([giveBack(first), giveBack(first), giveBack(first)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
  expect(answers.filter((answer) => answer.ok && !answer.repeated)).toHaveLength(1);
  const balance = { owedCents: 4241, payableCents: 4241, paidOutCents: 0 };
  expect(await paying.balance(creator)).toMatchObject(balance);
  expect(await payoutOf(db, creator)).toMatchObject({
    status: "returned",
    bank_reference: "E2026",
    return_reason: "Conta encerrada",
    returned_by: paying.adminId,
  });
  expect(await auditOf("payoutReturned", first.id)).toMatchObject({ reason: "Conta encerrada" });
  expect(await readRows(db, "mails", { key: `payoutReturned:${first.id}` }, "key")).toHaveLength(1);
  const second = await paying.preparePayout(creator);
  expect(second.amount_cents).toBe(4241);
  expect(
    (await readStatement(db, second)).lines.map(({ kind, title, cents }) => [kind, title, cents]),
  ).toEqual([
    ["payoutReturned", "Conta encerrada", 4241],
    ["payout", null, -4241],
  ]);
  expect(await paying.pay(first)).toEqual({ ok: false, error: "returnedBefore" });
});

describe("an adjustment", () => {
  test.each([
    ["credit", 500, "balanceCredited"],
    ["debit", -500, "balanceDebited"],
  ] as const)(
    "of the kind %s has an entry, an audit entry and a line on the statement",
    async (kind, change, action) => {
      const creator = await addOwed();
      const before = await sumRevenue();
      expect(await adjust(creator, kind, 500)).toEqual({ ok: true, repeated: false });
      expect(await sumRevenue()).toEqual(before);
      expect(await auditOf(action, creator)).toMatchObject({
        reason: "Acerto de contas",
        before: { balanceCents: 4241 },
        after: { balanceCents: 4241 + change, amountCents: 500 },
      });
      const payout = await paying.preparePayout(creator);
      expect(payout.amount_cents).toBe(4241 + change);
      expect((await readStatement(db, payout)).lines).toContainEqual(
        expect.objectContaining({ kind, cents: change, title: "Acerto de contas" }),
      );
      await paying.pay(payout);
    },
  );

  test.each([
    ["writeOff", "debtWrittenOff", 0],
    ["repayment", "repaymentRecorded", -300],
  ] as const)("of the kind %s settles a debt, and never more than it", async (kind, action, paidOut) => {
    const creator = await addDebtor(300);
    expect(await adjust(creator, kind, 301)).toEqual({ ok: false, error: "moreThanDebt" });
    expect(await adjust(creator, kind, 300)).toEqual({ ok: true, repeated: false });
    expect(await auditOf(action, creator)).toMatchObject({ reason: "Acerto de contas" });
    expect(await paying.balance(creator)).toMatchObject({ owedCents: 0, paidOutCents: paidOut });
    expect(await adjust(creator, kind, 1)).toEqual({ ok: false, error: "noDebt" });
  });

  test("counts once if its form is sent five times at once", async () => {
    const creator = await addDebtor(300);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => adjust(creator, "repayment", 300, id)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const ofAnother = await adjust(await addDebtor(300), "repayment", 300, id);
    expect(ofAnother).toEqual({ ok: false, error: "notFound" });
    expect(await paying.balance(creator)).toMatchObject({ owedCents: 0 });
  });

  test("settles a debt once if two administrators send it at once", async () => {
    const creator = await addDebtor(300);
    const answers = await Promise.all([adjust(creator, "writeOff", 300), adjust(creator, "repayment", 300)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await paying.balance(creator)).toMatchObject({ owedCents: 0 });
  });

  test("of an unknown creator is not found", async () => {
    expect(await adjust(randomUUID(), "credit", 1)).toEqual({ ok: false, error: "notFound" });
  });
});
