/** Payouts: what is payable when, frozen, confirmed once, failed and paid again, and statements that add up. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import { listOwedCreators, listReleases } from "~/features/money/payouts/balances.queries.server";
import { listOwnPayouts } from "~/features/money/payouts/batches.queries.server";
import { writePayCsv } from "~/features/money/payouts/pay-csv.server";
import { maxInBatch } from "~/features/money/payouts/payout-form-rules";
import { loadNextBatch, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { writeStatementCsv } from "~/features/money/payouts/statement.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import type { Database } from "~/platform/db.server";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { addRows, readInOrder, readRows, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import {
  addPayee,
  day,
  expectSound,
  expectStatementsToAddUp,
  payoutOf,
  readStatement,
  second,
  start,
  startPaying,
} from "./payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);
const hour = 3_600 * second;

/** Rounds of a race. */
const rounds = 2;

afterEach(() => expectSound(db));

// Every payout of every test: entries are only ever added, and a full batch has 500 statements to read.
afterAll(() => expectStatementsToAddUp(db));

let told = 0;

/** Adds a sale paid at a time, by a method that the provider has reported. Returns its id. */
async function sell(
  creatorId: string,
  {
    amountCents = 4990,
    method = "card" as "card" | "pix" | "boleto",
    at = start,
    title = "Pão de queijo",
  } = {},
): Promise<string> {
  told += 1;
  const number = told;
  const saleId = await addSale(db, {
    consumerId: await addConsumer(db),
    videoId: await addVideo(db, creatorId, { title }),
    amountCents,
    now: at,
  });
  const charge = {
    kind: "charge",
    chargeId: `ch_${number}`,
    saleId,
    paymentId: `pi_${number}`,
    amountCents,
    currency: "BRL",
    method,
    feeCents: 100,
  } as const;
  await db.transaction().execute((trx) => settleSale(trx, charge, at));
  return saleId;
}

/** The provider says that money of the last sale went back. */
async function refund(amountCents: number, status: "succeeded" | "failed" = "succeeded", of = told) {
  const fact = {
    kind: "refund",
    refundId: `re_${of}_${amountCents}`,
    ownId: undefined,
    failure: undefined,
    paymentId: `pi_${of}`,
    amountCents,
    currency: "BRL",
    createdAt: paying.clock(),
    status,
  } as const;
  await db.transaction().execute((trx) => settleSale(trx, fact, paying.clock()));
}

async function dispute(status: "open" | "released" | "lost", of = told) {
  const fact = {
    kind: "dispute",
    disputeId: `dp_${of}`,
    paymentId: `pi_${of}`,
    amountCents: 4990,
    currency: "BRL",
    reason: "fraud",
    createdAt: paying.clock(),
    status,
  } as const;
  await db.transaction().execute((trx) => settleSale(trx, fact, paying.clock()));
}

async function collect(parts: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

describe("what is payable", () => {
  test.each([
    // The end of the seventh day in Brasília, fifteen hours after the seventh time 24 hours.
    ["pix", 7 * day + 15 * hour],
    ["boleto", 7 * day + 15 * hour],
    ["card", 15 * day],
  ] as const)("a sale by %s is released after %i milliseconds, to the second", async (method, wait) => {
    const creator = await addPayee(db);
    paying.advance(day);
    // Noon in UTC, nine in the morning in Brasília.
    const at = new Date(Math.floor(paying.clock().getTime() / day) * day + 12 * hour);
    await sell(creator, { method, at });
    const released = at.getTime() + wait;
    for (const [shift, cents] of [
      [-second, 0],
      [-1, 0],
      [0, 4241],
      [second, 4241],
    ] as const) {
      paying.setTime(new Date(released + shift));
      expect(await paying.balance(creator)).toMatchObject({
        owedCents: 4241,
        payableCents: cents,
        laterCents: 4241 - cents,
      });
      expect((await paying.see([creator])).cents).toBe(cents);
    }
    paying.setTime(new Date(released - second));
    expect(await paying.prepare([creator])).toEqual({ ok: false, error: "changedMeanwhile" });
    paying.setTime(new Date(released + second));
    expect(await paying.prepare([creator])).toMatchObject({ ok: true });
    expect(await payoutOf(db, creator)).toMatchObject({ amount_cents: 4241, status: "prepared" });
  });

  test("releases are listed by São Paulo's day, without days that only moved", async () => {
    const creator = await addPayee(db);
    // Known as a card's at first: its days moved when the Pix became known.
    await sell(creator, { method: "pix", at: new Date("2026-11-21T02:30:00Z") });
    await sell(creator, { method: "card", at: new Date("2026-11-21T03:30:00Z") });
    expect(await listReleases(db, { creatorIds: [creator], now: start })).toEqual([
      { creatorId: creator, day: "2026-11-28", cents: 4241 },
      { creatorId: creator, day: "2026-12-06", cents: 4241 },
    ]);
  });

  test("an amount below the minimum waits, and is paid with the next", async () => {
    const creator = await addPayee(db);
    await sell(creator, { amountCents: 116, method: "pix", at: new Date(start.getTime() - 40 * day) });
    expect(await paying.balance(creator)).toMatchObject({ payableCents: 99 });
    expect((await paying.see([creator])).count).toBe(0);
    await sell(creator, { amountCents: 50, method: "pix", at: new Date(start.getTime() - 40 * day) });
    expect((await paying.preparePayout(creator)).amount_cents).toBe(99 + 42);
  });

  test("a creator with incomplete details is omitted, and named in the list", async () => {
    const creator = await addCreator(db, "Sem Chave");
    await sell(creator, { amountCents: 900_000, at: new Date(start.getTime() - 40 * day) });
    expect((await paying.see([creator])).count).toBe(0);
    const rows = await listOwedCreators(db, { after: undefined, now: paying.clock() });
    expect(rows[0]).toMatchObject({ creator_id: creator, owed: 765_000, later: 0 });
    const after = { cents: 765_000, creatorId: creator };
    const rest = await listOwedCreators(db, { after, now: paying.clock() });
    expect(rest.map(({ creator_id }) => creator_id)).toEqual(
      rows.slice(1).map(({ creator_id }) => creator_id),
    );
  });

  test("a batch with more creators than it holds is full with a message, and the next one takes the rest", async () => {
    const creators: string[] = [];
    // As many at once as the pool has connections.
    const worker = async () => {
      while (creators.length < maxInBatch + 2) {
        const at = creators.push("") - 1;
        const creator = await addPayee(db);
        await sell(creator, { amountCents: 1_000 + at, at: new Date(start.getTime() - 40 * day) });
        creators[at] = creator;
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    paying.advance(second);
    expect(await loadNextBatch(db, { creatorIds: creators, asOf: paying.clock() })).toMatchObject({
      isFull: true,
      payouts: { length: maxInBatch },
    });
    const inBatches: string[] = [];
    for (const count of [maxInBatch, 2]) {
      paying.advance(second);
      expect((await paying.see(creators)).count).toBe(count);
      const prepared = await paying.prepare(creators);
      if (!prepared.ok) throw new Error(prepared.error);
      const payouts = await readRows(db, "payouts", { batch_id: prepared.batchId }, "creator_id");
      expect(payouts).toHaveLength(count);
      inBatches.push(...payouts.map(({ creator_id }) => creator_id));
    }
    expect(inBatches.sort()).toEqual(creators.sort());
    expect((await paying.see(creators)).count).toBe(0);
  }, 120_000);

  test("an amount held by a dispute is not payable until it is won", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: new Date(start.getTime() - 40 * day) });
    await dispute("open");
    expect(await paying.balance(creator)).toMatchObject({ owedCents: 0, payableCents: 0, heldCents: 4241 });
    expect((await paying.see([creator])).count).toBe(0);
    await dispute("released");
    expect((await paying.preparePayout(creator)).amount_cents).toBe(4241);
  });
});

describe("the life of a payout", () => {
  const old = new Date(start.getTime() - 40 * day);

  test("a confirmed payout moves from in transit to paid out", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    const payout = await paying.preparePayout(creator);
    expect(await paying.balance(creator)).toMatchObject({
      owedCents: 0,
      inTransitCents: 4241,
      paidOutCents: 0,
    });
    expect(await paying.pay(payout)).toEqual({ ok: true, repeated: false });
    expect(await paying.balance(creator)).toMatchObject({
      owedCents: 0,
      inTransitCents: 0,
      paidOutCents: 4241,
    });
    expect(await payoutOf(db, creator)).toMatchObject({
      status: "paid",
      bank_reference: "E2026",
      decided_by: paying.adminId,
    });
  });

  test("a failed payout is owed again and paid with the next one, and its statement lists both", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    const first = await paying.preparePayout(creator);
    expect(await paying.fail(first)).toEqual({ ok: true, repeated: false });
    expect(await paying.balance(creator)).toMatchObject({ payableCents: 4241, inTransitCents: 0 });
    const second = await paying.preparePayout(creator);
    expect(second.amount_cents).toBe(4241);
    await paying.pay(second);
    expect((await readStatement(db, second)).lines.map(({ kind, cents }) => [kind, cents])).toEqual([
      ["payoutFailed", 4241],
      ["payout", -4241],
    ]);
    const history = await listOwnPayouts(db, { creatorId: creator, after: undefined });
    expect(history.rows.map(({ status }) => status)).toEqual(["paid", "failed"]);
  });

  test("a refund after the payout makes the balance negative, which carries over and is never paid", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    await paying.pay(await paying.preparePayout(creator));
    await refund(4990);
    expect(await paying.balance(creator)).toMatchObject({ owedCents: -4241, payableCents: -4241 });
    expect((await paying.see([creator])).count).toBe(0);
    await sell(creator, { amountCents: 4000, at: old });
    expect((await paying.see([creator])).count).toBe(0);
    await sell(creator, { amountCents: 2000, at: old });
    const payout = await paying.preparePayout(creator);
    expect(payout.amount_cents).toBe(3400 + 1700 - 4241);
    const { openingCents, lines, closingCents } = await readStatement(db, payout);
    expect(openingCents).toBe(0);
    expect(lines.map(({ kind }) => kind)).toEqual(["refund", "sale", "sale", "payout"]);
    expect(closingCents).toBe(0);
  });

  test("a further payout waits until the previous one is decided", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    const payout = await paying.preparePayout(creator);
    await sell(creator, { amountCents: 2000, at: old });
    paying.advance(second);
    expect((await paying.see([creator])).count).toBe(0);
    await paying.pay(payout);
    expect((await paying.preparePayout(creator)).amount_cents).toBe(1700);
  });

  test("payee, key and amount are frozen, whatever the creator changes and earns", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    const payout = await paying.preparePayout(creator);
    await db
      .updateTable("creator_profiles")
      .set({ full_name: "Outra", pix_key: "outra@pix.example", payment_method: "bank" })
      .where("user_id", "=", creator)
      .execute();
    await sell(creator, { at: old });
    expect(await payoutOf(db, creator)).toEqual(payout);
    expect(payout).toMatchObject({
      payee_name: "Ana Criadora",
      payment_method: "pix",
      pix_key: "ana@pix.example",
      bank_name: null,
      amount_cents: 4241,
    });
  });

  test("a bank account is frozen whole, and the file to pay from has its code, branch and holder", async () => {
    const creator = await addPayee(db);
    const account = {
      bank_code: "001",
      bank_name: "Banco do Brasil",
      bank_branch: "1234-X",
      bank_account_number: "12345-6",
      bank_holder_tax_id: "52998224725",
    };
    await setRows(db, "creator_profiles", { user_id: creator }, { payment_method: "bank", ...account });
    await sell(creator, { at: old });
    const payout = await paying.preparePayout(creator);
    expect(payout).toMatchObject({ payment_method: "bank", pix_key: null, ...account });
    const file = await collect(writePayCsv(db, payout.batch_id, paying.clock()));
    expect(file).toContain('"001 Banco do Brasil";"Ag. 1234-X, conta 12345-6"');
    expect(file).toContain('"529.982.247-25"');
    for (const change of [{ bank_branch: "9999" }, { bank_holder_tax_id: "11144477735" }])
      await expect(setRows(db, "payouts", { id: payout.id }, change)).rejects.toMatchObject({
        constraint: "payouts_frozen",
      });
  });

  test("a payout confirmed twice is paid once, and another outcome does not replace the first", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    const payout = await paying.preparePayout(creator);
    const both = await Promise.all([paying.pay(payout), paying.pay(payout)]);
    expect(both.map((one) => one.ok && one.repeated).sort()).toEqual([false, true]);
    expect(await paying.pay(payout, "another")).toEqual({ ok: false, error: "paidBefore" });
    expect(await paying.fail(payout)).toEqual({ ok: false, error: "paidBefore" });
    expect(await payoutOf(db, creator)).toMatchObject({ status: "paid", bank_reference: "E2026" });
    const mails = await readInOrder(db, "mails", { user_id: creator }, ["kind"], "kind");
    expect(mails.map(({ kind }) => kind)).toEqual(["payoutPrepared", "payoutSettled"]);
  });

  test("a failed payout cannot be confirmed, so that nothing is paid twice", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    const payout = await paying.preparePayout(creator);
    await paying.fail(payout);
    expect(await paying.fail(payout)).toEqual({ ok: true, repeated: true });
    expect(await paying.pay(payout)).toEqual({ ok: false, error: "failedBefore" });
    expect(await paying.balance(creator)).toMatchObject({ owedCents: 4241, paidOutCents: 0 });
  });

  test("a payout is found only in its own batch", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    const payout = await paying.preparePayout(creator);
    const elsewhere = { ...payout, batch_id: "00000000-0000-4000-8000-000000000000" };
    expect(await paying.pay(elsewhere)).toEqual({ ok: false, error: "notFound" });
  });
});

describe("preparing a batch", () => {
  const old = new Date(start.getTime() - 40 * day);

  test("by two administrators at once makes one batch, and the other gets a message", async () => {
    for (let round = 0; round < rounds; round++) {
      const creators = await Promise.all([addPayee(db), addPayee(db), addPayee(db)]);
      for (const creator of creators) await sell(creator, { at: old });
      paying.advance(second);
      const seen = { ...(await paying.see(creators)), by: paying.by, creatorIds: creators };
      const ends = await Promise.all(Array.from({ length: 4 }, () => preparePayouts(paying.services, seen)));
      expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
      for (const end of ends) if (!end.ok) expect(["busy", "changedMeanwhile"]).toContain(end.error);
      for (const creator of creators)
        expect((await listOwnPayouts(db, { creatorId: creator, after: undefined })).rows).toHaveLength(1);
    }
  });

  test("refuses a preview from before another batch was paid", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    paying.advance(second);
    const seen = { ...(await paying.see([creator])), by: paying.by, creatorIds: [creator] };
    await paying.pay(await paying.preparePayout(creator));
    paying.advance(second);
    expect(await preparePayouts(paying.services, seen)).toEqual({ ok: false, error: "changedMeanwhile" });
    expect(await paying.balance(creator)).toMatchObject({ owedCents: 0, paidOutCents: 4241 });
  });

  test("is refused after a refund since the preview", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    paying.advance(second);
    const seen = { ...(await paying.see([creator])), by: paying.by, creatorIds: [creator] };
    await refund(1000);
    expect(await preparePayouts(paying.services, seen)).toEqual({ ok: false, error: "changedMeanwhile" });
    expect((await paying.preparePayout(creator)).amount_cents).toBe(4241 - 850);
  });

  test("is refused after a debit since the preview", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    paying.advance(second);
    const seen = { ...(await paying.see([creator])), by: paying.by, creatorIds: [creator] };
    paying.advance(second);
    const debit = {
      id: randomUUID(),
      creatorId: creator,
      kind: "debit",
      cents: 1000,
      reason: "Acerto",
    } as const;
    await adjustBalance(paying.services, debit, paying.by);
    expect(await preparePayouts(paying.services, seen)).toEqual({ ok: false, error: "changedMeanwhile" });
    expect((await paying.preparePayout(creator)).amount_cents).toBe(4241 - 1000);
  });

  test("with a future moment releases nothing", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: paying.clock() });
    const asOf = new Date(paying.clock().getTime() + 30 * day);
    const ahead = { asOf, count: 1, cents: 4241, by: paying.by, creatorIds: [creator] };
    expect(await preparePayouts(paying.services, ahead)).toEqual({ ok: false, error: "changedMeanwhile" });
  });
});

describe("files of payouts", () => {
  const old = new Date(start.getTime() - 40 * day);

  test("have a complete statement in São Paulo's time with decimal commas, and run no formula", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: new Date("2026-10-05T01:30:00Z"), title: '=HYPERLINK("http://evil";"x")' });
    await sell(creator, { at: new Date("2026-10-05T12:05:00Z"), title: "@a; b" });
    await refund(1000);
    paying.setTime(new Date("2027-01-01T02:59:00Z"));
    const payout = await paying.preparePayout(creator);
    const file = await collect(writeStatementCsv(db, payout, serverPageTexts("pt")));
    const refunded = file.split("\r\n")[4]?.split(";")[0];
    expect(file).toBe(
      `${[
        '\uFEFF"Data";"Lançamento";"Vídeo";"Valor (R$)";"Saldo (R$)"',
        '"";"Saldo anterior";"";"";0,00',
        `"04/10/2026 22:30";"Venda";"'=HYPERLINK(""http://evil"";""x"")";42,41;42,41`,
        `"05/10/2026 09:05";"Venda";"'@a; b";42,41;84,82`,
        `${refunded};"Reembolso";"'@a; b";-8,50;76,32`,
        '"31/12/2026 23:59";"Repasse";"";-76,32;0,00',
        '"";"Saldo depois do repasse";"";"";0,00',
      ].join("\r\n")}\r\n`,
    );
    expect(file).not.toMatch(/Beto|beto@/);
  });

  test("have each line once, with more lines than one read", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: old });
    await addLines(db, creator, 1_045);
    const payout = await paying.preparePayout(creator);
    const file = (await collect(writeStatementCsv(db, payout, serverPageTexts("pt"))))
      .trimEnd()
      .split("\r\n");
    expect(file).toHaveLength(1 + 1 + 1 + 1_045 + 1 + 1);
    expect((await readStatement(db, payout)).lines).toHaveLength(1_047);
  });

  test("have every payout of the batch, and keep text as text", async () => {
    const [one, other] = [await addPayee(db, "=cmd|' /C calc'!A0"), await addPayee(db)];
    await setRows(db, "creator_profiles", { user_id: other }, { pix_key: "+55 11 98765-4321" });
    await sell(one, { at: old });
    await sell(other, { at: old, amountCents: 123_456 });
    paying.advance(second);
    const prepared = await paying.prepare([one, other]);
    if (!prepared.ok) throw new Error(prepared.error);
    const file = await collect(writePayCsv(db, prepared.batchId, paying.clock()));
    const rows = file.trimEnd().split("\r\n").slice(1);
    expect(rows).toHaveLength(2);
    expect(file).toContain(
      `;"'=cmd|' /C calc'!A0";"PIX";"E-mail";"ana@pix.example";"";"";"";"";42,41;"A pagar";`,
    );
    expect(file).toContain(
      `;"Ana Criadora";"PIX";"Celular";"(11) 98765-4321";"";"";"";"";1049,38;"A pagar";`,
    );
  });
});

/** Entries straight into the ledger, each of a cent or two of one sale, as partial refunds undone would make them. */
async function addLines(database: Database, creatorId: string, count: number): Promise<void> {
  const { id: saleId } = await database
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select("sales.id")
    .where("creator_id", "=", creatorId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const availableAt = new Date(start.getTime() - 30 * day);
  const refund = { sale_id: saleId, amount_cents: 1, channel: "provider", reason: "provider" } as const;
  await addRows(database, "refunds", { ...refund, status: "failed", created_at: start });
  // In the end they change nothing: as much goes as comes.
  const ends = count % 2 === 1 ? [1, 1, -2] : [];
  const pairs = Array.from({ length: count - ends.length }, (_, at) => (at % 2 === 0 ? 1 : -1));
  await database.transaction().execute(async (trx) => {
    for (const cents of [...pairs, ...ends]) {
      await insertEntry(trx, {
        reason: "refund",
        saleId,
        creatorId,
        currency: "BRL",
        postings: [
          { account: "creator", cents, availableAt },
          { account: "platform", cents: -cents, availableAt: null },
        ],
        now: start,
      });
    }
  });
}
