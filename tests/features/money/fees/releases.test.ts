/** When earnings are released: the rule of the payment's day, reserves, and what a forger cannot do unseen. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  changeReleaseRule,
  changeReserve,
  writeReserveChanged,
} from "~/features/money/fees/change-releases.server";
import { findOwnReserve, findReleaseRules } from "~/features/money/fees/releases.queries.server";
import { earliestFeeStart } from "~/features/money/fees/rule-forms";
import { findBalance } from "~/features/money/payouts/balances.queries.server";
import { decideRequest } from "~/features/office/people/requests.server";
import { dayOf } from "~/i18n/days";
import { whileTwoPeopleAreRequired } from "../../../support/as-owner";
import { writeMail } from "../../../support/mails";
import { refundPart, settleAgain } from "../../../support/payment-facts";
import { expectNoViolations, inRolledBack, readProof } from "../../../support/proofs";
import { actorOf, addAdmin, addCreator, addSaleOf } from "../../../support/rows";
import { addRows, readInOrder, readRows, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const dayMs = 24 * 60 * 60 * 1000;
// Rules begin on a day to come by the clock of the database, so the sales of these tests are paid later: each test has
// a day of its own.
const start = new Date();
let tomorrow = earliestFeeStart(start);
const later = (days: number) => new Date(new Date(`${tomorrow}T15:00:00Z`).getTime() + days * dayMs);
const env = { PAYOUT_TWO_PEOPLE: false };

const longAgo = new Date("2026-01-01");
const adminId = await addAdmin(db, longAgo);
let clock = start.getTime();
// An entry of the audit log is found by its time.
function by(userId = adminId) {
  clock += 1;
  return actorOf(userId, "admin@example.com", new Date(clock));
}
const rule = (
  days: { pix: number; boleto: number; card: number },
  id: string = randomUUID(),
  from = tomorrow,
) => changeReleaseRule({ db, env }, { id, days, from, reason: "Menos estornos" }, by());
let creatorId: string;
const reserve = (bp: number, days: number, id: string = randomUUID(), from = tomorrow) =>
  changeReserve({ db, env }, { id, creatorId, reserve: { bp, days }, from, reason: "Muitas disputas" }, by());

beforeEach(async () => {
  tomorrow = dayOf(later(10));
  creatorId = await addCreator(db);
});

afterEach(() => expectNoViolations(db, "ledger_audit()"));

const sell = (now: Date, method: "pix" | "card" = "pix", amountCents = 4_990) =>
  addSaleOf(db, creatorId, { amountCents, now, method });

const settle = (saleId: string, now: Date) => settleAgain(db, saleId, "refund", now);

/** What a creator is owed of a sale, by the days from its payment until its release. */
async function releasesOf(saleId: string) {
  const { rows } = await sql<{ days: number; cents: number }>`
    SELECT round(extract(epoch FROM available_at - paid_at) / 86400, 2)::float8 AS days,
      sum(line.amount_cents)::bigint AS cents
    FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
    JOIN sales ON sales.id = entry.sale_id
    WHERE entry.sale_id = ${saleId} AND line.account = 'creator'
    GROUP BY 1 HAVING sum(line.amount_cents) <> 0 ORDER BY 1`.execute(db);
  return rows.map(({ days, cents }) => [days, cents]);
}

describe("the days until releases", () => {
  test("are those in force on the day of the payment, and earlier sales keep theirs", async () => {
    const before = await sell(start, "card");
    await rule({ pix: 10, boleto: 10, card: 30 });
    await settle(before, later(3));
    expect(await releasesOf(before)).toEqual([[15, 4_241]]);
    expect(await releasesOf(await sell(later(0), "card"))).toEqual([[30, 4_241]]);
    expect(await releasesOf(await sell(later(5), "pix"))).toEqual([[10, 4_241]]);
    const rules = await findReleaseRules(db, { now: start, today: dayOf(start) });
    expect(rules).toEqual({
      days: { pix: 7, boleto: 7, card: 15 },
      nextDays: { pix: 10, boleto: 10, card: 30, from: tomorrow },
    });
  });

  test("set again for the same day are the later ones", async () => {
    await rule({ pix: 20, boleto: 20, card: 40 });
    await rule({ pix: 8, boleto: 9, card: 20 });
    expect(await releasesOf(await sell(later(0), "card"))).toEqual([[20, 4_241]]);
  });

  test("are set once by a form that is sent twice, with one audit entry that has both values", async () => {
    const id = randomUUID();
    const days = { pix: 9, boleto: 9, card: 33 };
    expect(await rule(days, id)).toEqual({ ok: true, repeated: false });
    expect(await rule(days, id)).toEqual({ ok: true, repeated: true });
    const entries = await readInOrder(db, "audit_entries", { action: "releaseRuleChanged" }, ["created_at"]);
    expect(entries.filter(({ after }) => JSON.stringify(after).includes('"cardDays":33'))).toMatchObject([
      {
        before: { pixDays: 7, boletoDays: 7, cardDays: 15 },
        after: { pixDays: 9, boletoDays: 9, cardDays: 33, from: tomorrow },
        reason: "Menos estornos",
      },
    ]);
  });

  test("from today on or in more than a year are refused", async () => {
    const days = { pix: 9, boleto: 9, card: 33 };
    expect(await rule(days, randomUUID(), dayOf(start))).toEqual({ ok: false, error: "past" });
    expect(await rule(days, randomUUID(), "2199-01-01")).toEqual({ ok: false, error: "tooFar" });
  });
});

describe("a creator's reserve", () => {
  test("releases a part of each sale later, and leaves sales before it and other creators alone", async () => {
    await rule({ pix: 10, boleto: 10, card: 30 });
    const before = await sell(start, "card");
    await reserve(1_000, 90);
    expect(await releasesOf(await sell(later(0), "card"))).toEqual([
      [30, 3_817],
      [90, 424],
    ]);
    await settle(before, later(1));
    expect(await releasesOf(before)).toEqual([[15, 4_241]]);
    creatorId = await addCreator(db);
    expect(await releasesOf(await sell(later(0), "card"))).toEqual([[30, 4_241]]);
  });

  test("is shown with what it holds now", async () => {
    await rule({ pix: 10, boleto: 10, card: 30 });
    await reserve(2_000, 60);
    await sell(later(0), "pix");
    const at = later(1);
    expect(await findOwnReserve(db, creatorId, { now: at, today: dayOf(at) })).toEqual({
      now: { bp: 2_000, days: 60 },
      next: null,
      heldCents: 848,
    });
    expect((await findBalance(db, creatorId, later(11))).payableCents).toBe(4_241 - 848);
    expect((await findBalance(db, creatorId, later(61))).payableCents).toBe(4_241);
  });

  test("follows refunds and disputes, to the cent", async () => {
    await rule({ pix: 10, boleto: 10, card: 30 });
    await reserve(1_250, 120);
    const saleId = await sell(later(0), "card", 9_999);
    const whole = (await releasesOf(saleId)).reduce((sum, [, cents]) => sum + Number(cents), 0);
    await refundPart(db, saleId, 1_001, later(1));
    const left = await releasesOf(saleId);
    const sum = left.reduce((total, [, cents]) => total + Number(cents), 0);
    expect(sum).toBe(whole - 851);
    expect(left.at(-1)).toEqual([120, Math.floor(sum * 0.125)]);
    const dispute = { id: `dp_${saleId}`, sale_id: saleId, amount_cents: 5_000, reason: "fraud" } as const;
    await addRows(db, "disputes", { ...dispute, status: "open", created_at: later(2), opened_at: later(2) });
    await settle(saleId, later(2));
    expect(await releasesOf(saleId)).toEqual([]);
    await setRows(db, "disputes", { id: dispute.id }, { status: "released", released_at: later(3) });
    await settle(saleId, later(3));
    expect(await releasesOf(saleId)).toEqual(left);
  });

  test("ends on a day to come, and what it holds is released as before", async () => {
    await rule({ pix: 10, boleto: 10, card: 30 });
    await reserve(1_000, 90);
    const held = await sell(later(0), "pix");
    await reserve(0, 0, randomUUID(), dayOf(later(2)));
    await settle(held, later(3));
    expect((await releasesOf(held)).at(-1)).toEqual([90, 424]);
    expect(await releasesOf(await sell(later(2), "pix"))).toHaveLength(1);
  });

  test("is mailed to the creator with its day, the reserve until then and the reason, unless it is replaced", async () => {
    const [first, second, end] = [randomUUID(), randomUUID(), randomUUID()];
    await reserve(1_000, 90, first);
    await reserve(2_000, 60, second);
    await reserve(0, 0, end, dayOf(later(2)));
    const mails = await readRows(db, "mails", { user_id: creatorId }, "facts");
    const facts = [first, second, end].map((reserveId) => ({ reserveId }));
    expect(mails.map((mail) => mail.facts)).toEqual(expect.arrayContaining(facts));
    const write = (reserveId: string, userId = creatorId) =>
      writeMail(writeReserveChanged, db, { userId, facts: { reserveId }, now: later(0) });
    expect(await write(first)).toBeUndefined();
    expect(await write(second, adminId)).toBeUndefined();
    const words = await write(second);
    for (const part of ["20% por 60 dias", "Sem reserva", "Muitas disputas"]) expect(words).toContain(part);
    const ended = await write(end);
    for (const part of ["não têm mais reserva", "20% por 60 dias"]) expect(ended).toContain(part);
  });

  test("waits for another administrator where two people are required", async () => {
    const reserve = { bp: 1_500, days: 45 };
    const change = { id: randomUUID(), creatorId, from: tomorrow, reason: "Muitas disputas", reserve };
    const asked = () => changeReserve({ db, env: { PAYOUT_TWO_PEOPLE: true } }, change, by());
    expect(await asked()).toEqual({ ok: true, repeated: false, waiting: true });
    expect(await asked()).toEqual({ ok: true, repeated: true, waiting: true });
    const decide = (userId: string) =>
      decideRequest({ db }, { id: change.id, decision: "approved", by: by(userId) });
    expect(await decide(adminId)).toEqual({ ok: false, error: "samePerson" });
    const at = later(1);
    const own = () => findOwnReserve(db, creatorId, { now: at, today: dayOf(at) });
    expect((await own()).now).toBeNull();
    expect(await decide(await addAdmin(db, longAgo))).toEqual({ ok: true });
    expect((await own()).now).toEqual(reserve);
  });
});

describe("a forger with the application's role", () => {
  const row = (from = "current_date + 3") =>
    sql`INSERT INTO release_rules (id, pix_days, boleto_days, card_days, valid_from, reason, created_by, created_at)
      VALUES (gen_random_uuid(), 7, 7, 7, ${sql.raw(from)}, 'x', ${adminId}, now())`.execute(db);
  const reserveRow = () =>
    sql`INSERT INTO creator_reserves (id, creator_id, reserve_bp, reserve_days, valid_from, reason, created_by, created_at)
      VALUES (gen_random_uuid(), ${creatorId}, 0, 0, current_date + 3, 'x', ${adminId}, now())`.execute(db);

  test("cannot set a rule without its audit entry, nor for a past day", async () => {
    await expect(row()).rejects.toMatchObject({ constraint: "release_rules_audited" });
    await expect(reserveRow()).rejects.toMatchObject({ constraint: "creator_reserves_audited" });
    await expect(row("current_date - 1")).rejects.toMatchObject({ constraint: "release_rules_not_past" });
  });

  test("cannot set one alone where the database requires two people", async () => {
    await whileTwoPeopleAreRequired(db, async () => {
      for (const forge of [row, reserveRow])
        await expect(forge()).rejects.toMatchObject({ constraint: "second_person" });
    });
  });

  test("who moves a release in the ledger is named by both proofs", async () => {
    const saleId = await sell(later(0), "card");
    const named = await inRolledBack(db, async (trx) => {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO ledger_entries (reason, sale_id, created_at) VALUES ('release', ${saleId}, ${later(0)})
        RETURNING id`.execute(trx);
      await sql`
        INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at,
          balance_after_cents, created_at)
        VALUES (${rows[0]?.id}, ${creatorId}, 'creator', 'BRL', -100, ${later(400)}, 0, ${later(0)}),
          (${rows[0]?.id}, ${creatorId}, 'creator', 'BRL', 100, ${later(1)}, 0, ${later(0)})`.execute(trx);
      return [...(await readProof(trx, "ledger_violations")), ...(await readProof(trx, "ledger_audit()"))];
    });
    expect(named.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["sale, release date", "audit: release date"]),
    );
  });
});
