/** The documents about a creator's money equal the ledger to the cent. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { PdfBlock } from "~/features/base/documents/pdf-document";
import { formatMoney } from "~/features/base/money/money";
import { boundsOfYear } from "~/features/money/payees/report-periods";
import { listMonthFigures } from "~/features/money/payees/tax.queries.server";
import { describeYear } from "~/features/money/payees/year-pdf";
import { describeStatement } from "~/features/money/payouts/statement.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, start, startPaying } from "./payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);
const creatorId = await addPayee(db);

const money = (cents: number) => formatMoney(cents, "BRL");

async function sell(amountCents: number, daysAgo: number): Promise<void> {
  const videoId = await addVideo(db, creatorId, { title: `Aula de ${amountCents}` });
  const now = new Date(start.getTime() - daysAgo * day);
  await addSale(db, { consumerId: await addConsumer(db), videoId, amountCents, now });
}

/** Adds up what the ledger has of the creator. */
async function sumLines(accounts: readonly string[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM ledger_lines
    WHERE creator_id = ${creatorId} AND account = ANY(${accounts})`.execute(db);
  return rows[0]?.cents ?? 0;
}

function rowsOf(blocks: readonly PdfBlock[]): string[][] {
  return blocks.flatMap((block) => (block.kind === "rows" ? block.rows.map((row) => [...row]) : []));
}

test("a statement has every line of the ledger between its two balances", async () => {
  for (const [at, cents] of [4_990, 3_333, 12_345].entries()) await sell(cents, 40 - at);
  await paying.pay(await paying.preparePayout(creatorId));
  await sell(777, 35);
  const payout = await paying.preparePayout(creatorId);
  const blocks: PdfBlock[] = [];
  for await (const block of describeStatement(db, payout, serverPageTexts("pt"))) blocks.push(block);
  const rows = rowsOf(blocks);
  expect(rows.map(([, what]) => what)).toEqual([
    "Saldo anterior",
    "Venda: Aula de 777",
    "Repasse",
    "Saldo depois do repasse",
  ]);
  expect(rows[0]?.[3]).toBe(money(0));
  expect(rows[1]?.[2]).toBe(money(777 - 117));
  expect(rows[2]?.[2]).toBe(money(-payout.amount_cents));
  expect(rows.at(-1)?.[3]).toBe(money(await sumLines(["creator"])));
});

test("the statement of a year ends with the ledger's sums", async () => {
  const months = await listMonthFigures(db, { creatorId, ...boundsOfYear(2026) });
  const sum = (
    key: "grossCents" | "backCents" | "commissionCents" | "earnedCents" | "adjustedCents" | "paidCents",
  ) => months.reduce((total, month) => total + month[key], 0);
  const total = {
    grossCents: sum("grossCents"),
    backCents: sum("backCents"),
    commissionCents: sum("commissionCents"),
    earnedCents: sum("earnedCents"),
    adjustedCents: sum("adjustedCents"),
    paidCents: sum("paidCents"),
  };
  const { blocks } = describeYear(
    { year: 2026, partialUntil: undefined, name: "Ana", taxId: null, months, total },
    "Sabiá",
    serverPageTexts("pt"),
  );
  const [name, gross, back, commission, earned, , paid] = rowsOf(blocks).at(-1) ?? [];
  expect(name).toBe("Total");
  expect([gross, back]).toEqual([money(4_990 + 3_333 + 12_345 + 777), money(0)]);
  expect(commission).toBe(money(await sumLines(["platform", "platform_held"])));
  expect(earned).toBe(money(await sumLines(["creator", "creator_held", "in_transit", "paid_out"])));
  expect(paid).toBe(money(await sumLines(["paid_out"])));
});
