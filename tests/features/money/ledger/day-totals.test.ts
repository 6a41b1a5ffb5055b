import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Day } from "~/features/base/money/days";
import { sumRevenueByDay } from "~/features/money/ledger/ledger-proof.queries.server";
import { countWaiting, sumPlatform } from "~/features/office/dashboard/attention.queries.server";
import { decideAttention, describeTask, describeTaskMore } from "~/features/office/dashboard/attention-kinds";
import { resettle } from "~/features/orders/settlement/resettle.server";
import { lockSale } from "~/features/orders/settlement/settlement.queries.server";
import { sumCreatorSales } from "~/features/studio/dashboard/creator-totals.queries.server";
import { noteConversion } from "~/features/videos/media/conversions.queries.server";
import { adminArea } from "~/i18n/locales/pt/administration";
import { textFrom } from "~/i18n/texts";
import { openAsOwner } from "../../../support/as-owner";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { addRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, startPaying } from "../payouts/payout-scene";

const db = await openTestDatabase();
const owner = await openAsOwner(db);
/** The test clock at its start: 21 November 2026. */
const today = "2026-11-21";
let creatorId: string;
let saleId: string;

async function sell(now: Date, more = {}): Promise<string> {
  return addSale(db, {
    consumerId: await addConsumer(db),
    videoId: await addVideo(db, creatorId),
    amountCents: 1000,
    now,
    ...more,
  });
}

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

async function violations() {
  return (await sql`SELECT * FROM ledger_violations`.execute(db)).rows;
}

beforeAll(async () => {
  creatorId = await addPayee(db);
  // Half past ten in the evening of the 1st in São Paulo, the 2nd by UTC.
  saleId = await sell(new Date("2026-11-02T01:30:00Z"));
  await sell(new Date("2026-11-02T12:00:00Z"));
  // A part of the first goes back on the 10th.
  const told = { sale_id: saleId, amount_cents: 400, created_at: new Date("2026-11-10T12:00:00Z") };
  await addRows(db, "refunds", {
    ...told,
    status: "succeeded",
    channel: "provider",
    reason: "provider",
    provider_refund_id: "re_1",
  });
  await db.transaction().execute(async (trx) => {
    const sale = await lockSale(trx, { saleId });
    if (sale) await resettle(trx, sale, "refund", told.created_at);
  });
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

test("a payout and its failure change no day and no total", async () => {
  const before = await sumRevenue();
  expect(before).toEqual({ revenueCents: 1600, platformFeeCents: 240 });
  const days = byDay(await earnedSince(creatorId, "2026-11-01"));
  const paying = await startPaying(db);
  await paying.fail(await paying.preparePayout(creatorId));
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
  const videos = await Promise.all(
    Array.from({ length: 6 }, async () => addVideo(db, await addPayee(db, "Outra"))),
  );
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) =>
      addSale(db, {
        consumerId: await addConsumer(db),
        videoId: videos[n % 6] ?? "",
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
  expect(await violations()).toEqual([]);
});

test.each([
  ["UPDATE ledger_days SET platform_cents = platform_cents + 1 WHERE day = '2026-11-10'", 1],
  ["UPDATE ledger_days SET sales = sales - 1 WHERE day = '2026-11-10'", 0],
  [
    "UPDATE ledger_days SET platform_cents = platform_cents + 5, creators_cents = creators_cents - 5 WHERE day = '2026-11-10'",
    0,
  ],
  ["DELETE FROM ledger_days WHERE day = '2026-11-10'", 400],
  ["INSERT INTO ledger_days VALUES ('BRL', '2020-01-01', 0, 0, 7, 0)", 7],
])("a planted difference in the totals is found: %s", async (planted, off) => {
  const undo = new Error("undo");
  await expect(
    owner.transaction().execute(async (trx) => {
      await sql.raw(planted).execute(trx);
      const { rows } = await sql`SELECT what, off_by_cents FROM ledger_violations`.execute(trx);
      expect(rows).toEqual([{ what: "day differs from its lines", off_by_cents: off }]);
      throw undo;
    }),
  ).rejects.toBe(undo);
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
    await owner
      .insertInto("ledger_proofs")
      .values({ whole: false, started_at: later, finished_at: later, violations: 0 })
      .execute();
    const waiting = await countWaiting(db, later);
    // The six others; the first creator was paid all there was but is owed nothing more.
    expect(waiting).toMatchObject({
      payable: 6,
      prepared: 0,
      disputes: 1,
      events: 0,
      uploads: 1,
      conversions: 1,
    });
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
    expect(decideAttention(waiting, later)).toContainEqual({
      kind: "checkOverdue",
      count: 30,
      to: "/admin/reconciliation",
    });
    await owner.deleteFrom("reconciliations").where("failure", "is not", null).execute();
  });

  test("omits unreleased money and an upload of today", async () => {
    const early = new Date("2026-11-21T11:00:00Z");
    expect(await countWaiting(db, early)).toMatchObject({ payable: 0, uploads: 0 });
  });

  test("begins with the nearest deadline and says it in a sentence", async () => {
    const waiting = await countWaiting(db, later);
    const dispute = {
      id: "du_1",
      cents: 9900,
      currency: "BRL",
      title: "Violão",
      due: "2027-02-08T12:00:00Z",
    } as const;
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

  test("is empty if nothing waits", () => {
    const none = {
      payable: 0,
      payableCents: 0,
      weekdays: [3],
      prepared: 0,
      preparedCents: 0,
      preparedBatch: null,
      disputes: 0,
      dispute: null,
      byHand: 0,
      oldestByHand: null,
      checkedHours: 1,
      refundsFailed: 0,
      claims: 0,
      unreadable: 0,
      events: 0,
      differences: 0,
      checkFailed: 0,
      checkOverdue: 0,
      approvals: 0,
      uploads: 0,
      conversions: 0,
      undelivered: 0,
      reviews: 0,
      questions: 0,
      announcements: 0,
      secondFactor: 0,
      oldestRemovalOf: null,
      oldestRemovalOfCreator: false,
      oldestUploadOf: null,
      oldestConversionOf: null,
      newestUndeliveredOf: null,
    };
    expect(decideAttention({ ...none, unpayable: 0 }, later)).toEqual([]);
  });
});
