import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { insertEntries } from "~/features/money/ledger/ledger.queries.server";
import { sumRevenueByDay } from "~/features/money/ledger/ledger-proof.queries.server";
import { returnPayout, settlePayout } from "~/features/money/payouts/settle-payout.server";
import { countWaiting, sumPlatform } from "~/features/office/dashboard/attention.queries.server";
import { decideAttention, describeTask, describeTaskMore } from "~/features/office/dashboard/attention-kinds";
import { sumCreatorSales } from "~/features/studio/dashboard/creator-totals.queries.server";
import { noteConversion } from "~/features/videos/media/conversions.queries.server";
import type { Day } from "~/i18n/days";
import { adminArea } from "~/i18n/locales/pt/administration";
import { textFrom } from "~/i18n/texts";
import { openAsOwner } from "../../../support/as-owner";
import { chargeFact, refundFact, settle } from "../../../support/payment-facts";
import { expectNoViolations, inRolledBack, readProof } from "../../../support/proofs";
import { addSaleOf, addVideo } from "../../../support/rows";
import { addRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, startPaying } from "../payouts/payout-scene";

const db = await openTestDatabase();
const owner = await openAsOwner(db);
/** The test clock at its start: 21 November 2026. */
const today = "2026-11-21";
let creatorId: string;

const sell = (now: Date, more = {}) => addSaleOf(db, creatorId, { amountCents: 1000, now, ...more });

const byDay = (rows: { day: string; cents: number; sales: number }[]) =>
  rows.map(({ day, cents, sales }) => [day, Number(cents), Number(sales)]);

/** What no payout and no adjustment changes. */
async function sumRevenue() {
  const { revenueCents, platformFeeCents } = await sumPlatform(db);
  return { revenueCents, platformFeeCents };
}

async function earnedSince(of: string, since: Day) {
  return (await sumCreatorSales(db, { creatorId: of, since, now: new Date() })).days;
}

beforeAll(async () => {
  creatorId = await addPayee(db);
  // Half past ten in the evening of the 1st in São Paulo, the 2nd by UTC.
  const paidAt = new Date("2026-11-02T01:30:00Z");
  const saleId = await sell(paidAt);
  await sell(new Date("2026-11-02T12:00:00Z"));
  // A part of the first goes back on the 10th.
  await settle(db, chargeFact("1", saleId, { amountCents: 1000 }), paidAt);
  const createdAt = new Date("2026-11-10T12:00:00Z");
  await settle(db, refundFact("1", { amountCents: 400, createdAt }), createdAt);
});

test("a refund lowers the day on which it was made, for the platform and for the creator", async () => {
  expect(byDay(await sumRevenueByDay(db, { since: "2026-11-01" }))).toEqual([
    ["2026-11-01", 1000, 1],
    ["2026-11-02", 1000, 1],
    ["2026-11-10", -400, 0],
  ]);
  expect(byDay(await earnedSince(creatorId, "2026-11-01"))).toEqual([
    ["2026-11-01", 850, 1],
    ["2026-11-02", 850, 1],
    ["2026-11-10", -340, 0],
  ]);
  expect(byDay(await sumRevenueByDay(db, { since: "2026-11-02" }))).toHaveLength(2);
});

test("a payout, its failure and its return change no day and no total", async () => {
  const before = await sumRevenue();
  expect(before).toEqual({ revenueCents: 1600, platformFeeCents: 240 });
  const days = byDay(await earnedSince(creatorId, "2026-11-01"));
  const paying = await startPaying(db);
  await paying.fail(await paying.preparePayout(creatorId));
  const { id, batch_id } = await paying.preparePayout(creatorId);
  const payout = { by: paying.by, batchId: batch_id, payoutId: id };
  await settlePayout(paying.services, { ...payout, end: { status: "paid", bankReference: "E1" } });
  expect(await returnPayout(paying.services, { ...payout, reason: "x" })).toMatchObject({ ok: true });
  await paying.pay(await paying.preparePayout(creatorId));
  expect(await sumRevenue()).toEqual(before);
  expect(byDay(await earnedSince(creatorId, "2026-11-01"))).toEqual(days);
});

test("an open dispute lowers the platform's revenue, and not the creator's earnings", async () => {
  await sell(new Date("2026-11-12T12:00:00Z"), { status: "disputed" });
  expect(byDay(await sumRevenueByDay(db, { since: "2026-11-12" }))).toEqual([["2026-11-12", 0, 1]]);
  expect(byDay(await earnedSince(creatorId, "2026-11-12"))).toEqual([["2026-11-12", 850, 1]]);
});

test("the days of many concurrent sales are the sum of the lines and of the balances", async () => {
  const creators = await Promise.all(Array.from({ length: 6 }, () => addPayee(db, "Outra")));
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      addSaleOf(db, creators[n % 6] ?? "", {
        amountCents: 1000 + n,
        now: new Date(`${today}T12:00:00Z`),
        status: n % 5 === 0 ? "refunded" : "completed",
      }),
    ),
  );
  const { rows } = await sql<{ revenue: number; fee: number }>`
    SELECT sum(balance_cents) FILTER (WHERE account IN ('platform', 'creator', 'in_transit', 'paid_out', 'goodwill'))::bigint
      AS revenue, sum(balance_cents) FILTER (WHERE account = 'platform')::bigint AS fee
    FROM ledger_balances`.execute(db);
  expect(await sumRevenue()).toEqual({ revenueCents: rows[0]?.revenue, platformFeeCents: rows[0]?.fee });
  await expectNoViolations(db);
});

test.each([
  ["a sale less", "UPDATE ledger_days SET sales = sales - 1", 0],
  [
    "money between the platform and the creators",
    "UPDATE ledger_days SET platform_cents = platform_cents + 5, creators_cents = creators_cents - 5",
    0,
  ],
  ["a day less", "DELETE FROM ledger_days", 400],
])("a planted difference in the totals of a day is found: %s", async (_, planted, off_by_cents) => {
  const found = await inRolledBack(owner, async (trx) => {
    await sql.raw(`${planted} WHERE day = '2026-11-10'`).execute(trx);
    return readProof(trx, "ledger_violations");
  });
  expect(found).toMatchObject([{ what: "day differs from its lines", off_by_cents }]);
});

describe("the attention list of administrators", () => {
  const later = new Date("2027-02-01T12:00:00Z");

  test("counts what waits, with a link to its page", async () => {
    await addVideo(db, creatorId, { published: false, now: new Date("2026-11-20T12:00:00Z") });
    const secondCreatorId = await addPayee(db);
    const unconverted = { state: "failed", reason: "unreadable", now: later } as const;
    await noteConversion(db, await addVideo(db, secondCreatorId), unconverted);
    const gone = await addVideo(db, creatorId, { published: false, now: later });
    await noteConversion(db, gone, unconverted);
    await addRows(db, "reconciliations", { since: later, started_at: later, finished_at: later });
    const proof = { whole: false, started_at: later, finished_at: later, violations: 0 };
    await addRows(owner, "ledger_proofs", proof);
    const waiting = await countWaiting(db, later);
    // The six others; the first creator was paid all there was but is owed nothing more.
    const counts = { payable: 6, prepared: 0, disputes: 1, events: 0, uploads: 1, conversions: 1 };
    expect(waiting).toMatchObject(counts);
    expect(decideAttention({ ...waiting, unpayable: 0 }, later)).toMatchObject([
      {
        kind: "disputes",
        count: 1,
        to: expect.stringMatching(/^\/admin\/disputes\/./),
        amount: expect.stringMatching(/^R\$/),
      },
      { kind: "payable", count: 6, to: "/admin/payouts/prepare" },
      { kind: "uploads", count: 1, to: `/admin/creators/${creatorId}` },
      { kind: "conversions", count: 1, to: `/admin/creators/${secondCreatorId}` },
    ]);
  });

  test("has a failed check, and the hours since the last complete one", async () => {
    const failed = { since: later, started_at: later, finished_at: later, failure: "away" };
    await addRows(db, "reconciliations", failed);
    const hours = (count: number) => new Date(later.getTime() + count * 3_600_000);
    expect(await countWaiting(db, hours(26))).toMatchObject({ checkFailed: 1, checkOverdue: 0 });
    const waiting = { ...(await countWaiting(db, hours(30))), unpayable: 0 };
    expect(waiting).toMatchObject({ checkFailed: 1, checkOverdue: 30 });
    const overdue = { kind: "checkOverdue", count: 30, to: "/admin/reconciliation" };
    expect(decideAttention(waiting, later)).toContainEqual(overdue);
    await owner.deleteFrom("reconciliations").where("failure", "is not", null).execute();
  });

  test("omits unreleased money and an upload of today", async () => {
    const early = new Date("2026-11-21T11:00:00Z");
    expect(await countWaiting(db, early)).toMatchObject({ payable: 0, uploads: 0 });
  });

  test("begins with the nearest deadline and says it in a sentence", async () => {
    const waiting = await countWaiting(db, later);
    const terms = { cents: 9900, currency: "BRL", title: "Violão" } as const;
    const dispute = { ...terms, id: "du_1", due: "2027-02-08T12:00:00Z" };
    const items = decideAttention({ ...waiting, dispute, disputes: 3, weekdays: [3], unpayable: 1 }, later);
    expect(items.slice(0, 3).map(({ kind, days }) => [kind, days])).toEqual([
      ["payable", 2],
      ["disputes", 7],
      ["unpayable", undefined],
    ]);
    const t = textFrom(adminArea);
    expect(items.slice(1, 3).map((item) => describeTask(item, { limit: 100, t }))).toEqual([
      expect.stringMatching(/^Contestação de R\$\s99,00: responder até 8 fev \(7 dias\)$/),
      "1 criador com saldo e dados de recebimento inválidos",
    ]);
    expect(items.slice(1, 2).map((item) => describeTaskMore(item, t))).toEqual(["Violão, e mais 2"]);
  });
});

test("entries of several days, posted by many transactions at once, never wait for each other", async () => {
  const dayOf = (of: number) => new Date(Date.UTC(2027, 5, of, 12));
  // The totals of a day are in eight parts, by creator: some of these share one.
  const sales: { saleId: string; creatorId: string }[] = [];
  for (let count = 0; count < 24; count += 1) {
    const creatorId = await addPayee(db);
    sales.push({ creatorId, saleId: await addSaleOf(db, creatorId, { now: dayOf(1) }) });
  }
  const postings = [
    { account: "creator", cents: -10, availableAt: dayOf(1) },
    { account: "platform", cents: 10, availableAt: null },
  ] as const;
  const post = (sale: { saleId: string; creatorId: string }, days: Date[]) =>
    db.transaction().execute((trx) =>
      insertEntries(
        trx,
        days.map((now) => ({ ...sale, reason: "dispute", currency: "BRL", postings, now })),
      ),
    );
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      sales.map((sale, at) => post(sale, at % 2 === 0 ? [dayOf(2), dayOf(3)] : [dayOf(3), dayOf(2)])),
    );
  const totals = await db
    .selectFrom("ledger_days")
    .select(({ fn }) => fn.sum<number>("platform_cents").as("cents"))
    .where(sql<boolean>`day BETWEEN '2027-06-02' AND '2027-06-03'`)
    .groupBy("day")
    .execute();
  expect(totals.map(({ cents }) => Number(cents))).toEqual([24 * rounds * 10, 24 * rounds * 10]);
});
