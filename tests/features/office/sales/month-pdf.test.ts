/** The platform's month for its accountant: every figure equals the ledger, to the cent. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import type { PdfBlock } from "~/features/base/documents/pdf-document";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { saveTaxId } from "~/features/money/payees/stored-tax-id.server";
import { returnPayout } from "~/features/money/payouts/settle-payout.server";
import { boundsOfMonth, chartOfAccounts } from "~/features/office/sales/accounting";
import { readSnapshot } from "~/features/office/sales/accounting.queries.server";
import { describeMonth } from "~/features/office/sales/month-pdf.server";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { createSecretBox } from "~/platform/secrets.server";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { readRow } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, start, startPaying } from "../../money/payouts/payout-scene";

const db = await openTestDatabase();
const secretBox = createSecretBox(["a".repeat(32)]);
const services = { db, secretBox, log: pino({ level: "silent" }) };
const month = "2026-11";
const span = boundsOfMonth(month);
const money = (cents: number) => formatMoney(cents, "BRL");
let blocks: PdfBlock[];

beforeAll(async () => {
  const paying = await startPaying(db);
  const [ana, bia] = [await addPayee(db, "Ana Criadora"), await addPayee(db, "Bia Criadora")];
  await saveTaxId(db, secretBox, { userId: ana, taxId: { kind: "cpf", value: "52998224725" } });
  const sell = async (creatorId: string, daysAgo: number, amountCents: number, status?: SaleStatus) => {
    const [consumerId, videoId] = [await addConsumer(db), await addVideo(db, creatorId)];
    const now = new Date(start.getTime() - daysAgo * day);
    return addSale(db, { consumerId, videoId, amountCents, status, now });
  };
  // In the order of names, accents included, and not in that of their ids.
  for (const name of ["Zilda", "Álvaro", "bruna"]) await sell(await addPayee(db, name), 8, 100);
  for (const [at, creatorId] of [ana, bia].entries()) {
    await sell(creatorId, 60, 9_999);
    await sell(creatorId, 12, 4_990 + at);
    await sell(creatorId, 11, 3_333, "refunded");
    await sell(creatorId, 10, 7_777, "disputed");
    await sell(creatorId, 9, 51);
  }
  await paying.pay(await paying.preparePayout(ana));
  const returned = await paying.preparePayout(bia);
  await paying.pay(returned);
  const wish = { batchId: returned.batch_id, payoutId: returned.id, by: paying.by };
  await returnPayout(paying.services, { ...wish, reason: "Conta encerrada" });
  const credit = {
    id: randomUUID(),
    creatorId: ana,
    kind: "credit",
    cents: 321,
    reason: "Cortesia",
  } as const;
  await adjustBalance(paying.services, credit, { ...paying.by, at: paying.clock() });
  blocks = await collect(month);
});

async function collect(of: string): Promise<PdfBlock[]> {
  const read: PdfBlock[] = [];
  for await (const block of describeMonth(services, of)) read.push(block);
  return read;
}

const factsOf = (all: readonly PdfBlock[]) =>
  new Map(all.flatMap((block) => (block.kind === "facts" ? block.rows : [])));

/** The rows of the table that follows a heading. */
function rowsBelow(heading: string): string[][] {
  const begin = blocks.findIndex((block) => block.kind === "heading" && block.text === heading);
  const end = blocks.findIndex((block, at) => at > begin && block.kind === "heading");
  return blocks
    .slice(begin, end === -1 ? undefined : end)
    .flatMap((block) => (block.kind === "rows" ? block.rows.map((row) => [...row]) : []));
}

/** Adds up lines of the month by the ledger itself. */
async function sumLines(accounts: readonly string[], reasons?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents
    FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
    WHERE account = ANY(${accounts}) AND line.created_at >= ${span.from} AND line.created_at < ${span.to}
      AND (${reasons ?? null}::text[] IS NULL OR reason = ANY(${reasons ?? null}))`.execute(db);
  return rows[0]?.cents ?? 0;
}

const trade = ["sale", "refund", "dispute", "fee", "release", "movement"];

test("the month's refunds, adjustments and result are the ledger's", async () => {
  const facts = factsOf(blocks);
  expect(facts.get("Reembolsos a compradores")).toBe(money(-2 * 3_333));
  expect(facts.get("Ajustes a favor de criadores, menos os contra")).toBe(money(321));
  expect(facts.get("Comissão, menos ajustes, tarifas e perdas, antes de tributos")).toBe(
    money(await sumLines(["platform", "platform_held", "goodwill", "provider_fees", "dispute_fees", "loss"])),
  );
});

test("each account opens, moves and closes as in the ledger, and the closing balances sum to zero", async () => {
  const { rows } = await sql<{ account: keyof typeof chartOfAccounts; before: number; after: number }>`
    SELECT account, coalesce(sum(amount_cents) FILTER (WHERE created_at < ${span.from}), 0)::bigint AS before,
      sum(amount_cents)::bigint AS after
    FROM ledger_lines WHERE created_at < ${span.to} GROUP BY 1`.execute(db);
  const balances = rowsBelow("Saldos das contas");
  expect(balances.map(([code, , opening, , , closing]) => [code, opening, closing])).toEqual(
    rows
      .map(({ account, before, after }) => [chartOfAccounts[account].code, money(before), money(after)])
      .sort(([a = ""], [b = ""]) => a.localeCompare(b)),
  );
  expect(rows.reduce((total, { after }) => total + after, 0)).toBe(0);
});

test("the commission of all creators is the platform's, each with the tax id and room for the invoice", async () => {
  const rows = rowsBelow("Comissão por criador");
  const names = ["Álvaro", "Ana Criadora", "Bia Criadora", "bruna", "Zilda", "Total"];
  expect(rows.map(([name]) => name)).toEqual(names);
  expect(rows.find(([name]) => name === "Ana Criadora")?.[1]).toBe("529.982.247-25");
  expect(rows.find(([name]) => name === "Bia Criadora")?.[1]).toBe("não informado");
  expect(rows.slice(0, -1).every((row) => /^_+$/.test(row.at(-1) ?? ""))).toBe(true);
  expect(rows.at(-1)?.[4]).toBe(money(await sumLines(["platform", "platform_held"], trade)));
  expect(rows.at(-1)?.[4]).toBe(factsOf(blocks).get("Comissão da plataforma"));
});

test("a month without movements keeps the balances and has no creator", async () => {
  const empty = await collect("2026-08");
  expect(factsOf(empty).get("Vendas pagas por compradores")).toBe(money(0));
  expect([...factsOf(empty).values()].some((value) => value.includes("-"))).toBe(false);
  const isTotal = (block: PdfBlock) =>
    block.kind === "rows" && block.strong && block.rows[0]?.[0] === "Total";
  expect(empty.some(isTotal)).toBe(true);
});

test("what is read while the ledger moves is of one moment, and a reader who leaves frees the connection", async () => {
  const count = async (on: Db) =>
    (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ledger_lines`.execute(on)).rows[0]?.n;
  async function* countTwice(trx: Db) {
    yield await count(trx);
    yield await count(trx);
  }
  const seen: unknown[] = [];
  for await (const part of readSnapshot(db, countTwice)) {
    seen.push(part);
    const { id: videoId } = await readRow(db, "videos", {}, "id");
    if (seen.length === 1) await addSale(db, { consumerId: await addConsumer(db), now: start, videoId });
  }
  expect(seen[1]).toBe(seen[0]);
  expect(await count(db)).toBeGreaterThan(Number(seen[0]));
  // More than the pool has: each reader leaves after its first part.
  for (let at = 0; at < 12; at += 1) for await (const _ of readSnapshot(db, countTwice)) break;
  const failing = readSnapshot(db, async function* () {
    yield 1;
    throw new Error("the ledger is away");
  });
  await failing.next();
  await expect(failing.next()).rejects.toThrow("the ledger is away");
  expect(await count(db)).toBeGreaterThan(0);
});
