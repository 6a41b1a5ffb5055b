/** The minimum payout that an administrator sets: whom the next batch pays, its audit entry, and its second person. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { changeMinimumPayout } from "~/features/money/fees/change-minimum-payout.server";
import { findMinimumPayout, listMinimumPayouts } from "~/features/money/fees/minimum-payout.queries.server";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import { preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { loadOwedCreators } from "~/features/money/payouts/show-payouts.server";
import { decideRequest } from "~/features/office/people/requests.server";
import { whileTwoPeopleAreRequired } from "../../../support/as-owner";
import { expectNoViolations } from "../../../support/proofs";
import { actorOf, addAdmin } from "../../../support/rows";
import { addRows, readRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, payoutOf, second, startPaying } from "../payouts/payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);
const { services } = paying;
const longAgo = new Date("2026-01-01");
await addRows(db, "user_roles", { user_id: paying.adminId, role: "admin", created_at: longAgo });

const by = (userId = paying.adminId) => ({ ...actorOf(userId), at: paying.clock() });
const set = (cents: number, id: string = randomUUID()) =>
  changeMinimumPayout(services, { id, cents, reason: "Menos transferências" }, by());

async function addOwed(cents: number): Promise<string> {
  const creatorId = await addPayee(db);
  const credit = { id: randomUUID(), creatorId, kind: "credit" as const, cents, reason: "Bônus" };
  const done = await adjustBalance(services, credit, by());
  if (!done.ok) throw new Error(done.error);
  paying.advance(second);
  return creatorId;
}

const paidIn = async (...creatorIds: string[]) => (await paying.see(creatorIds)).count;

beforeEach(async () => {
  paying.advance(60 * second);
  await set(100);
  paying.advance(60 * second);
});

describe("the minimum payout", () => {
  test("decides which creators the next batch pays, and is shown beside the balance", async () => {
    const [small, large] = [await addOwed(1_999), await addOwed(2_000)];
    expect(await paidIn(small, large)).toBe(2);
    await set(2_000);
    expect(await findMinimumPayout(db)).toBe(2_000);
    expect(await paidIn(small)).toBe(0);
    expect(await paidIn(large)).toBe(1);
    const { creators } = await loadOwedCreators(db, { after: undefined, now: paying.clock() });
    const shown = creators.find(({ id }) => id === small);
    expect(shown).toMatchObject({ minimumCents: 2_000, payableCents: 1_999 });
  });

  test("changed after a preview refuses it, and leaves prepared payouts unchanged", async () => {
    const prepared = await addOwed(500);
    const payout = await paying.preparePayout(prepared);
    const seenOf = await addOwed(500);
    const seen = { ...(await paying.see([seenOf])), by: by(), creatorIds: [seenOf] };
    await set(1_000);
    expect(await preparePayouts(services, seen)).toEqual({ ok: false, error: "changedMeanwhile" });
    await paying.pay(payout);
    expect(await payoutOf(db, prepared)).toMatchObject({ status: "paid", amount_cents: 500 });
    await expectNoViolations(db);
  });

  test("does not hold back a creator whose account is being erased", async () => {
    const [leaving, staying] = [await addOwed(500), await addOwed(500)];
    await set(5_000);
    const days = { requested_at: new Date("2026-11-01"), due_at: new Date("2026-11-08") };
    await addRows(db, "account_erasures", { user_id: leaving, locale: "pt", keep_reviews: false, ...days });
    expect(await paidIn(leaving)).toBe(1);
    expect(await paidIn(staying)).toBe(0);
  });

  test("is set once by a form that is sent twice, with one audit entry that has both values", async () => {
    const id = randomUUID();
    expect(await set(3_000, id)).toEqual({ ok: true, repeated: false });
    expect(await set(3_000, id)).toEqual({ ok: true, repeated: true });
    const entries = await readRows(db, "audit_entries", { action: "smallestPayoutChanged" });
    expect(entries.filter(({ after }) => JSON.stringify(after).includes("3000"))).toMatchObject([
      { before: { amountCents: 100 }, after: { amountCents: 3_000 }, reason: "Menos transferências" },
    ]);
  });

  test("waits for another administrator where two people are required", async () => {
    const env = { PAYOUT_TWO_PEOPLE: true };
    const change = { id: randomUUID(), cents: 7_000, reason: "Menos transferências" };
    const asked = () => changeMinimumPayout({ db, env }, change, by());
    expect(await asked()).toEqual({ ok: true, repeated: false, waiting: true });
    expect(await asked()).toEqual({ ok: true, repeated: true, waiting: true });
    const decide = (userId: string) =>
      decideRequest(services, { id: change.id, decision: "approved", by: by(userId) });
    expect(await decide(paying.adminId)).toEqual({ ok: false, error: "samePerson" });
    expect(await findMinimumPayout(db)).toBe(100);
    expect(await decide(await addAdmin(db, longAgo))).toEqual({ ok: true });
    expect(await findMinimumPayout(db)).toBe(7_000);
    const [newest] = await listMinimumPayouts(db, 1);
    expect(newest).toMatchObject({ cents: 7_000, approver: expect.any(String) });
  });
});

describe("a forger with the application's role", () => {
  const row = () =>
    sql`INSERT INTO smallest_payouts (id, cents, reason, created_by, created_at)
      VALUES (gen_random_uuid(), 900, 'x', ${paying.adminId}, now())`.execute(db);

  test("cannot set a minimum payout without its audit entry", async () => {
    await expect(row()).rejects.toMatchObject({ constraint: "smallest_payouts_audited" });
  });

  test("cannot set a minimum payout alone if the database requires two people", async () => {
    await whileTwoPeopleAreRequired(db, async () => {
      await expect(row()).rejects.toMatchObject({ constraint: "second_person" });
    });
  });
});
