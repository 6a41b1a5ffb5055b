/** Payouts: what is payable when, frozen, confirmed once, failed and paid again, and statements that add up. */
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import { listOwedCreators, listReleases } from "~/features/money/payouts/balances.queries.server";
import { listOwnPayouts } from "~/features/money/payouts/batches.queries.server";
import { writePayCsv } from "~/features/money/payouts/pay-csv.server";
import { sumBatchMargins } from "~/features/money/payouts/payout-facts.queries.server";
import { preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { writeStatementCsv } from "~/features/money/payouts/statement.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import { chargeFact, disputeFact, refundFact, settle } from "../../../support/payment-facts";
import { expectNoViolations } from "../../../support/proofs";
import { addCreator, addSaleOf } from "../../../support/rows";
import { readInOrder, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import {
  addPayee,
  day,
  expectStatementsToAddUp,
  longAgo,
  payoutOf,
  readStatement,
  second,
  start,
  startPaying,
} from "./payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);

afterEach(() => expectNoViolations(db));

// Every payout of every test: entries are only ever added.
afterAll(() => expectStatementsToAddUp(db));

let told = 0;

/** Adds a sale paid at a time, by a method that the provider has reported. Returns its id. */
async function sell(
  creatorId: string,
  {
    method = "card",
    at = longAgo,
    feeCents = 100,
    ...sale
  }: { at?: Date; feeCents?: number } & Parameters<typeof addSaleOf>[2] = {},
): Promise<string> {
  told += 1;
  const name = String(told);
  const saleId = await addSaleOf(db, creatorId, { ...sale, now: at });
  const charge = chargeFact(name, saleId, { amountCents: sale.amountCents ?? 4990, method, feeCents });
  await settle(db, charge, at);
  return saleId;
}

/** The provider says that money of the last sale went back. */
const refund = (amountCents: number) =>
  settle(db, refundFact(String(told), { amountCents, createdAt: paying.clock() }), paying.clock());

const dispute = (status: "open" | "released") =>
  settle(db, disputeFact(String(told), status, { createdAt: paying.clock() }), paying.clock());

/** Adds a creator who is owed the released R$ 42,41 of a sale. */
async function addOwed(): Promise<string> {
  const creator = await addPayee(db);
  await sell(creator);
  return creator;
}

describe("what is payable", () => {
  test("a sale is payable from its release on, to the second", async () => {
    const creator = await addPayee(db);
    paying.advance(day);
    const at = paying.clock();
    await sell(creator, { at });
    const released = at.getTime() + 15 * day;
    for (const [shift, cents] of [
      [-1, 0],
      [0, 4241],
    ] as const) {
      paying.setTime(new Date(released + shift));
      const balance = { owedCents: 4241, payableCents: cents, laterCents: 4241 - cents };
      expect(await paying.balance(creator)).toMatchObject(balance);
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
    await sell(creator, { amountCents: 116, method: "pix" });
    expect(await paying.balance(creator)).toMatchObject({ payableCents: 99 });
    expect((await paying.see([creator])).count).toBe(0);
    await sell(creator, { amountCents: 50, method: "pix" });
    expect((await paying.preparePayout(creator)).amount_cents).toBe(99 + 42);
  });

  test("a creator with incomplete details is omitted, and named in the list", async () => {
    const creator = await addCreator(db, "Sem Chave");
    await sell(creator, { amountCents: 900_000 });
    expect((await paying.see([creator])).count).toBe(0);
    const rows = await listOwedCreators(db, { after: undefined, now: paying.clock() });
    expect(rows[0]).toMatchObject({ creator_id: creator, owed: 765_000, later: 0 });
    const after = { cents: 765_000, creatorId: creator };
    expect(await listOwedCreators(db, { after, now: paying.clock() })).toEqual(rows.slice(1));
  });

  test("an amount held by a dispute is not payable until it is won", async () => {
    const creator = await addOwed();
    await dispute("open");
    expect(await paying.balance(creator)).toMatchObject({ owedCents: 0, payableCents: 0, heldCents: 4241 });
    expect((await paying.see([creator])).count).toBe(0);
    await dispute("released");
    expect((await paying.preparePayout(creator)).amount_cents).toBe(4241);
  });
});

describe("the life of a payout", () => {
  test("a confirmed payout moves from in transit to paid out", async () => {
    const creator = await addOwed();
    const payout = await paying.preparePayout(creator);
    const prepared = { owedCents: 0, inTransitCents: 4241, paidOutCents: 0 };
    expect(await paying.balance(creator)).toMatchObject(prepared);
    expect(await paying.pay(payout)).toEqual({ ok: true, repeated: false });
    const paid = { owedCents: 0, inTransitCents: 0, paidOutCents: 4241 };
    expect(await paying.balance(creator)).toMatchObject(paid);
    const end = { status: "paid", bank_reference: "E2026", decided_by: paying.adminId };
    expect(await payoutOf(db, creator)).toMatchObject(end);
  });

  test("a failed payout is owed again and paid with the next one, and its statement lists both", async () => {
    const creator = await addOwed();
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
    const creator = await addOwed();
    await paying.pay(await paying.preparePayout(creator));
    await refund(4990);
    expect(await paying.balance(creator)).toMatchObject({ owedCents: -4241, payableCents: -4241 });
    expect((await paying.see([creator])).count).toBe(0);
    await sell(creator, { amountCents: 4000 });
    expect((await paying.see([creator])).count).toBe(0);
    await sell(creator, { amountCents: 2000 });
    const payout = await paying.preparePayout(creator);
    expect(payout.amount_cents).toBe(3400 + 1700 - 4241);
    const { openingCents, lines, closingCents } = await readStatement(db, payout);
    expect(openingCents).toBe(0);
    expect(lines.map(({ kind }) => kind)).toEqual(["refund", "sale", "sale", "payout"]);
    expect(closingCents).toBe(0);
  });

  test("a further payout waits until the previous one is decided", async () => {
    const creator = await addOwed();
    const payout = await paying.preparePayout(creator);
    await sell(creator, { amountCents: 2000 });
    paying.advance(second);
    expect((await paying.see([creator])).count).toBe(0);
    await paying.pay(payout);
    expect((await paying.preparePayout(creator)).amount_cents).toBe(1700);
  });

  test("payee, key and amount are frozen, whatever the creator changes and earns", async () => {
    const creator = await addOwed();
    const payout = await paying.preparePayout(creator);
    const other = { full_name: "Outra", pix_key: "outra@pix.example", payment_method: "bank" } as const;
    await setRows(db, "creator_profiles", { user_id: creator }, other);
    await sell(creator);
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
    await sell(creator);
    const payout = await paying.preparePayout(creator);
    expect(payout).toMatchObject({ payment_method: "bank", pix_key: null, ...account });
    const file = await text(writePayCsv(db, payout.batch_id, paying.clock()));
    expect(file).toContain('"001 Banco do Brasil";"Ag. 1234-X, conta 12345-6"');
    expect(file).toContain('"529.982.247-25"');
    for (const change of [{ bank_branch: "9999" }, { bank_holder_tax_id: "11144477735" }])
      await expect(setRows(db, "payouts", { id: payout.id }, change)).rejects.toMatchObject({
        constraint: "payouts_frozen",
      });
  });

  test("a payout confirmed twice is paid once, and another outcome does not replace the first", async () => {
    const creator = await addOwed();
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
    const creator = await addOwed();
    const payout = await paying.preparePayout(creator);
    await paying.fail(payout);
    expect(await paying.fail(payout)).toEqual({ ok: true, repeated: true });
    expect(await paying.pay(payout)).toEqual({ ok: false, error: "failedBefore" });
    expect(await paying.balance(creator)).toMatchObject({ owedCents: 4241, paidOutCents: 0 });
  });

  test("a payout is found only in its own batch", async () => {
    const creator = await addOwed();
    const payout = await paying.preparePayout(creator);
    const elsewhere = { ...payout, batch_id: "00000000-0000-4000-8000-000000000000" };
    expect(await paying.pay(elsewhere)).toEqual({ ok: false, error: "notFound" });
  });
});

describe("preparing a batch", () => {
  test("by two administrators at once makes one batch, and the other gets a message", async () => {
    for (let round = 0; round < 2; round++) {
      const creators = [await addOwed(), await addOwed(), await addOwed()];
      paying.advance(second);
      const seen = { ...(await paying.see(creators)), by: paying.by, creatorIds: creators };
      const ends = await Promise.all(Array.from({ length: 4 }, () => preparePayouts(paying.services, seen)));
      expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
      for (const end of ends) if (!end.ok) expect(["busy", "changedMeanwhile"]).toContain(end.error);
      for (const creator of creators)
        expect((await listOwnPayouts(db, { creatorId: creator, after: undefined })).rows).toHaveLength(1);
    }
  });

  const debit = (creatorId: string, cents: number) =>
    adjustBalance(
      paying.services,
      { id: randomUUID(), creatorId, kind: "debit", cents, reason: "Acerto" },
      paying.by,
    );

  test.each<[string, (creator: string) => Promise<unknown>, number]>([
    ["another batch", async (creator) => paying.pay(await paying.preparePayout(creator)), 0],
    ["a refund", () => refund(1000), 4241 - 850],
    ["a debit", (creator) => debit(creator, 1000), 4241 - 1000],
  ])("is refused after %s since the preview", async (_, change, owedCents) => {
    const creator = await addOwed();
    paying.advance(second);
    const seen = { ...(await paying.see([creator])), by: paying.by, creatorIds: [creator] };
    paying.advance(second);
    await change(creator);
    paying.advance(second);
    expect(await preparePayouts(paying.services, seen)).toEqual({ ok: false, error: "changedMeanwhile" });
    expect(await paying.balance(creator)).toMatchObject({ owedCents });
  });
});

test("the margin of a batch is of the sales since each creator's payout before it, less the provider's fees", async () => {
  const [ana, beto] = [await addPayee(db), await addPayee(db)];
  await sell(ana, { feeCents: 238 });
  await sell(ana, { amountCents: 10_000, feeCents: 119 });
  await sell(beto, { amountCents: 2_000, feeCents: 24 });
  const marginOf = async (creators: string[]) => {
    paying.advance(second);
    const prepared = await paying.prepare(creators);
    return sumBatchMargins(db, prepared.ok ? prepared.batchId : prepared.error);
  };
  const first = { grossCents: 14_990, platformCents: 749 + 1_500, providerCents: 357 };
  expect(await marginOf([ana])).toEqual(first);
  await paying.pay(await payoutOf(db, ana));
  await sell(ana, { amountCents: 1_000, feeCents: 12 });
  const next = { grossCents: 3_000, platformCents: 150 + 300, providerCents: 36 };
  expect(await marginOf([ana, beto])).toEqual(next);
});

describe("files of payouts", () => {
  test("have a complete statement in São Paulo's time with decimal commas, and run no formula", async () => {
    const creator = await addPayee(db);
    await sell(creator, { at: new Date("2026-10-05T01:30:00Z"), title: '=HYPERLINK("http://evil";"x")' });
    await sell(creator, { at: new Date("2026-10-05T12:05:00Z"), title: "@a; b" });
    await refund(1000);
    paying.setTime(new Date("2027-01-01T02:59:00Z"));
    const payout = await paying.preparePayout(creator);
    const file = await text(writeStatementCsv(db, payout, serverPageTexts("pt")));
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

  test("have every payout of the batch, and keep text as text", async () => {
    const [one, other] = [await addPayee(db, "=cmd|' /C calc'!A0"), await addPayee(db)];
    await setRows(db, "creator_profiles", { user_id: other }, { pix_key: "+55 11 98765-4321" });
    await sell(one);
    await sell(other, { amountCents: 123_456 });
    paying.advance(second);
    const prepared = await paying.prepare([one, other]);
    if (!prepared.ok) throw new Error(prepared.error);
    const file = await text(writePayCsv(db, prepared.batchId, paying.clock()));
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
