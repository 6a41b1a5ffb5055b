/**
 * A random year of sales, refunds, disputes and payouts with fees, reserves and release rules that change, coupons and
 * courses: the ledger and each document equal a model that works everything out again. `SABIA_YEAR_SALES` and
 * `SABIA_YEAR_SEED` choose another size and another year.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { changeFee } from "~/features/money/fees/change-fee.server";
import { changeReleaseRule, changeReserve } from "~/features/money/fees/change-releases.server";
import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { earliestFeeStart } from "~/features/money/fees/rule-forms";
import { listMonthFigures } from "~/features/money/payees/tax.queries.server";
import { returnPayout } from "~/features/money/payouts/settle-payout.server";
import { stageAnswer } from "~/features/office/disputes/disputes.queries.server";
import { describeMonth } from "~/features/office/sales/month-pdf.server";
import { priceWithCoupon } from "~/features/orders/coupons/coupon-rules";
import { showReceipt } from "~/features/orders/purchases/show-receipt.server";
import { decideCoursePrice } from "~/features/orders/settlement/course-price";
import { formatMoney } from "~/i18n/money";
import type { Company } from "~/platform/company";
import { createSecretBox } from "~/platform/secrets.server";
import { refundPart, settleAgain } from "../../../support/payment-facts";
import { expectNoViolations } from "../../../support/proofs";
import { actorOf, addConsumer, addSale, addVideo } from "../../../support/rows";
import { addRows, readRow, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import {
  addPayee,
  day,
  expectStatementsToAddUp,
  payoutOf,
  startPaying,
} from "../../money/payouts/payout-scene";
import { randomFrom } from "../../studio/uploads/test-file";
import {
  feeOf,
  type Method,
  type Model,
  type ModelSale,
  midnight,
  monthsOf,
  payableAt,
  share,
} from "./money-model";

const count = Number(process.env.SABIA_YEAR_SALES ?? 250);
const seed = Number(process.env.SABIA_YEAR_SEED ?? 20_261_126);

function createRandom(from: number) {
  const next = randomFrom(from);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (odds: number) => next() < odds,
    of: <T>(all: readonly T[]) => all[below(all.length)] as T,
  };
}

const db = await openTestDatabase();
const paying = await startPaying(db);
const random = createRandom(seed);
const env = { PAYOUT_TWO_PEOPLE: false };
const firstDay = earliestFeeStart(new Date());
const begin = midnight(firstDay);
const dateOf = (days: number) => new Date(begin + days * day).toISOString().slice(0, 10);
const model: Model = { sales: [], payouts: [], fees: [], reserves: [], rules: [] };
let ticks = 0;
/** An entry of the audit log is found by its time. */
const by = () => actorOf(paying.adminId, "admin@example.com", new Date(Date.now() + ticks++));
const saleIds: string[] = [];

async function setRules(creators: readonly string[]) {
  await addRows(db, "user_roles", { user_id: paying.adminId, role: "admin" });
  const reason = "Ano ao acaso";
  for (const [at, creatorId] of creators.entries())
    for (const days of [at * 20, 100 + at * 30]) {
      const fee = { bp: 500 + random.below(20) * 125, from: dateOf(days) };
      await changeFee({ db, env }, { id: randomUUID(), creatorId, ...fee, reason }, by());
      model.fees.push({ creator: creatorId, bp: fee.bp, from: midnight(fee.from) });
      if (at % 2 === 1) continue;
      const reserve = { bp: random.below(4) * 1_000, days: 0 };
      reserve.days = reserve.bp === 0 ? 0 : 30 + random.below(60);
      const from = dateOf(days + 15);
      await changeReserve({ db, env }, { id: randomUUID(), creatorId, reserve, from, reason }, by());
      model.reserves.push({ creator: creatorId, ...reserve, from: midnight(from) });
    }
  for (const days of [0, 120, 240]) {
    const wait = { pix: 7 + random.below(8), boleto: 7 + random.below(8), card: 15 + random.below(16) };
    const from = dateOf(days);
    await changeReleaseRule({ db, env }, { id: randomUUID(), days: wait, from, reason }, by());
    model.rules.push({ ...wait, from: midnight(from) });
  }
}

/** What a buyer pays: the price, less a coupon, or a course less what was paid for its lessons. */
function priceOf(bp: number): number {
  const list = 300 + random.below(20_000);
  const kind = random.below(4);
  if (kind === 0) {
    const percent = 1 + random.below(80);
    const priced = priceWithCoupon(list, { percent, amountCents: null }, { bornBy: "creator", shareBp: bp });
    const rest = list - Math.floor((list * percent + 50) / 100);
    if (rest < 50) return list;
    expect(priced).toMatchObject({ priceCents: rest, split: { platformFeeCents: share(rest, bp) } });
    return rest;
  }
  if (kind === 1) {
    const paid = random.below(list);
    const rest = Math.max(50, list - paid);
    expect(decideCoursePrice(list, [{ paidCents: paid }])).toBe(rest);
    return rest;
  }
  return list;
}

type Event = { at: number; run: () => Promise<void> };

/** Returns a sale and what follows it, as events in the order of time. */
function planSale(creator: string, videoId: string): Event[] {
  const paidAt = begin + random.below(330 * day);
  const method = random.of<Method>(["pix", "boleto", "card"]);
  const sale: ModelSale = { creator, cents: 0, fee: 0, paidAt, method, back: [] };
  let id = "";
  const events: Event[] = [
    {
      at: paidAt,
      run: async () => {
        const bp = feeOf(model, creator, paidAt);
        expect(await findCreatorFeeBp(db, creator, new Date(paidAt))).toBe(bp);
        sale.cents = priceOf(bp);
        sale.fee = share(sale.cents, bp);
        const paid = { amountCents: sale.cents, shareBp: bp, now: new Date(paidAt), method };
        id = await addSale(db, { consumerId: await addConsumer(db), videoId, ...paid });
        saleIds.push(id);
        model.sales.push(sale);
      },
    },
  ];
  const fate = random.below(10);
  const later = paidAt + 1 + random.below(25 * day);
  if (fate < 2)
    for (const at of random.chance(0.3) ? [later, later + day] : [later])
      events.push({
        at,
        run: async () => {
          const left = sale.cents - sale.back.reduce((sum, { cents }) => sum + cents, 0);
          const cents = random.chance(0.5) ? left : 1 + random.below(left);
          if (left === 0) return;
          sale.back.push({ at, cents });
          await refundPart(db, id, cents, new Date(at));
        },
      });
  if (fate === 2 && method === "card") {
    const closed = later + 1 + random.below(40 * day);
    const lost = random.chance(0.5);
    events.push(
      {
        at: later,
        run: async () => {
          const now = new Date(later);
          const dispute = { id: `dp_${id}`, sale_id: id, amount_cents: sale.cents, reason: "fraud" } as const;
          await addRows(db, "disputes", { ...dispute, status: "open", created_at: now, opened_at: now });
          const texts = { uncategorized_text: "Prova" };
          await stageAnswer(db, { disputeId: dispute.id, texts, by: paying.adminId, now });
          sale.dispute = { opened: later, closed };
          await settleAgain(db, id, "dispute", now);
        },
      },
      {
        at: closed,
        run: async () => {
          const now = new Date(closed);
          const end = lost
            ? ({ status: "lost", lost_at: now } as const)
            : ({ status: "released", released_at: now } as const);
          await setRows(db, "disputes", { id: `dp_${id}` }, end);
          if (lost) sale.back.push({ at: closed, cents: sale.cents });
          await settleAgain(db, id, lost ? "dispute" : "release", now);
        },
      },
    );
  }
  return events;
}

/** Prepares the batch of a week, compares each amount with the model, and confirms, fails or returns each payout. */
async function payWeek(creators: readonly string[], at: number) {
  paying.setTime(new Date(at));
  const expected = creators.map((creator) => payableAt(model, creator, at));
  const due = creators.filter((_, index) => (expected[index] ?? 0) >= 100);
  const seen = await paying.see(creators);
  expect([new Date(at), seen.count, seen.cents]).toEqual([
    new Date(at),
    due.length,
    expected.filter((cents) => cents >= 100).reduce((sum, cents) => sum + cents, 0),
  ]);
  if (due.length === 0) return;
  expect(await paying.prepare(creators)).toMatchObject({ ok: true });
  for (const creator of due) {
    const payout = await payoutOf(db, creator);
    expect(payout.amount_cents).toBe(expected[creators.indexOf(creator)]);
    const row = { creator, cents: payout.amount_cents, at };
    if (random.chance(0.1)) {
      await paying.fail(payout);
      model.payouts.push(row);
      continue;
    }
    await paying.pay(payout);
    if (!random.chance(0.05)) {
      model.payouts.push({ ...row, paidAt: at });
      continue;
    }
    const wish = { batchId: payout.batch_id, payoutId: payout.id, by: paying.by };
    await returnPayout(paying.services, { ...wish, reason: "Conta encerrada" });
    model.payouts.push({ ...row, paidAt: at, returnedAt: at });
  }
}

test(`each document of a year of ${count} sales equals the model to the cent (seed ${seed})`, {
  timeout: 60_000 + count * 400,
}, async () => {
  const creators: string[] = [];
  for (const name of ["Ana", "Bia", "Caio", "Dora", "Eva"]) creators.push(await addPayee(db, name));
  await setRules(creators);
  const videos = new Map<string, string>();
  for (const creator of creators) videos.set(creator, await addVideo(db, creator));
  const events: Event[] = [];
  for (let n = 0; n < count; n++) {
    const creator = random.of(creators);
    events.push(...planSale(creator, videos.get(creator) ?? ""));
  }
  for (let week = 1; week <= 60; week++) {
    const at = begin + week * 7 * day + 11 * 60 * 60 * 1000 + 1;
    events.push({ at, run: () => payWeek(creators, at) });
  }
  for (const { run } of events.sort((one, other) => one.at - other.at)) await run();

  await expectNoViolations(db);
  expect((await sql`SELECT * FROM ledger_audit()`.execute(db)).rows).toEqual([]);
  expect(await expectStatementsToAddUp(db)).toBe(model.payouts.length);

  const span = { from: new Date(begin - day), to: new Date(begin + 500 * day) };
  for (const creatorId of creators) {
    const figures = await listMonthFigures(db, { creatorId, ...span });
    expect(
      new Map(
        figures.map((one) => [
          one.month,
          {
            gross: Number(one.grossCents),
            back: Number(one.backCents),
            commission: Number(one.commissionCents),
            earned: Number(one.earnedCents),
            paid: Number(one.paidCents),
          },
        ]),
      ),
    ).toEqual(
      new Map([...monthsOf(model, creatorId)].filter(([, sums]) => Object.values(sums).some(Boolean)).sort()),
    );
  }

  const services = { db, secretBox: createSecretBox(["a".repeat(32)]), log: pino({ level: "silent" }) };
  const money = (cents: number) => formatMoney(cents, "BRL");
  for (const [month, sums] of monthsOf(model)) {
    const facts = new Map<string, string>();
    for await (const block of describeMonth(services, month))
      if (block.kind === "facts") for (const [name, value] of block.rows) facts.set(name, value);
    expect([month, facts.get("Vendas pagas por compradores")]).toEqual([month, money(sums.gross)]);
    expect([month, facts.get("Vendas líquidas")]).toEqual([month, money(sums.gross - sums.back)]);
    expect([month, facts.get("Comissão da plataforma")]).toEqual([month, money(sums.commission)]);
    expect([month, facts.get("Parte dos criadores")]).toEqual([month, money(sums.earned)]);
  }

  const clock = () => new Date(begin + 500 * day);
  const company = {} as Company;
  for (const [at, sale] of model.sales.entries()) {
    if (at % Math.ceil(count / 60) !== 0) continue;
    const saleId = saleIds[at] ?? "";
    const { consumer_id: consumerId } = await readRow(db, "sales", { id: saleId }, "consumer_id");
    const receipt = await showReceipt({ db, clock }, { consumerId, saleId, locale: "pt", company });
    if (!receipt || receipt === "unpaid") throw new Error("no receipt");
    const back = sale.back.map(({ cents }) => money(-cents));
    const left = sale.cents - sale.back.reduce((sum, { cents }) => sum + cents, 0);
    expect(receipt.amounts.map(([, amount]) => amount)).toEqual([
      money(sale.cents),
      ...back,
      ...(back.length > 0 ? [money(left)] : []),
    ]);
  }
});
