/**
 * Sales, refunds and payouts in the last millisecond of a month and a year in São Paulo, and in the first of the next:
 * each document has them where they belong, and its months add up to its year.
 */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { PdfBlock } from "~/features/base/documents/pdf-document";
import { boundsOfYear } from "~/features/money/payees/report-periods";
import {
  describeYear,
  showYear,
  writeCommissionCsv,
  writeYearCsv,
} from "~/features/money/payees/show-year.server";
import { saveTaxId } from "~/features/money/payees/stored-tax-id.server";
import { listMonthFigures } from "~/features/money/payees/tax.queries.server";
import { returnPayout } from "~/features/money/payouts/settle-payout.server";
import { describeStatement, writeStatementCsv } from "~/features/money/payouts/statement.server";
import { makeLedgerFile, readLedgerMonth } from "~/features/office/sales/ledger-file.server";
import { describeMonth } from "~/features/office/sales/month-pdf.server";
import { showReceipt } from "~/features/orders/purchases/show-receipt.server";
import { serverPageTexts, serverTexts } from "~/i18n/i18next.server";
import { formatMoney } from "~/i18n/money";
import type { Company } from "~/platform/company";
import { makeContext } from "../../../support/ask";
import { makeBuild } from "../../../support/http-app";
import { refundPart } from "../../../support/payment-facts";
import { expectNoViolations } from "../../../support/proofs";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { startTestWorld } from "../../../support/test-services";
import { addPayee, payoutOf, startPaying } from "../../money/payouts/payout-scene";
import { openWorkbook } from "../exports/open-workbook";
import { type Model, type ModelMonth, monthsOf, share } from "./money-model";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const paying = await startPaying(db);
const texts = serverPageTexts("pt");
const money = (cents: number) => formatMoney(cents, "BRL");
const inSaoPaulo = (written: string) => Date.parse(`${written}-03:00`);

/** Paid at, price, and what went back of it. Prices are primes: no two sets of them have one sum by chance. */
const sales: readonly (readonly [string, number, ...(readonly [string, number])[]])[] = [
  ["2026-10-31T20:59:59.999", 10_007],
  // Midnight in UTC.
  ["2026-10-31T21:00:00.000", 10_009],
  ["2026-10-31T23:59:59.999", 10_037, ["2026-11-01T00:00:00.000", 3_001], ["2026-11-30T23:59:59.999", 2_003]],
  ["2026-11-01T00:00:00.000", 10_039, ["2026-11-30T23:59:59.999", 10_039]],
  ["2026-11-30T23:59:59.999", 10_061, ["2026-12-01T00:00:00.000", 4_001]],
  ["2026-12-31T20:59:59.999", 10_067],
  ["2026-12-31T21:00:00.000", 10_069],
  ["2026-12-31T23:59:59.999", 10_079, ["2027-01-01T00:00:00.000", 5_003]],
  ["2027-01-01T00:00:00.000", 10_091],
  ["2027-02-28T23:59:59.999", 10_093],
  ["2027-03-01T00:00:00.000", 10_099],
];
const months2026 = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`);
const months2027 = Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, "0")}`);

const model: Model = { sales: [], payouts: [], fees: [], reserves: [], rules: [] };
const receipts: { saleId: string; consumerId: string; at: number }[] = [];
let ana: string;
let bia: string;

async function sell(creator: string, [written, cents, ...back]: (typeof sales)[number]) {
  const at = inSaoPaulo(written);
  const consumerId = await addConsumer(db);
  const videoId = await addVideo(db, creator, { title: `Aula ${written}` });
  const paid = { amountCents: cents, now: new Date(at), method: "pix" } as const;
  const saleId = await addSale(db, { consumerId, videoId, ...paid });
  const returned = back.map(([when, part]) => ({ at: inSaoPaulo(when), cents: part }));
  for (const { at: when, cents: part } of returned) await refundPart(db, saleId, part, new Date(when));
  model.sales.push({ creator, cents, fee: share(cents, 1_500), paidAt: at, method: "pix", back: returned });
  receipts.push({ saleId, consumerId, at });
}

/** Prepares a payout in December and pays it in the last millisecond of the year. */
async function payAtYearEnd(creator: string) {
  paying.setTime(new Date(inSaoPaulo("2026-12-20T12:00:00.000") + model.payouts.length * 1_000));
  const payout = await paying.preparePayout(creator);
  paying.setTime(new Date(inSaoPaulo("2026-12-31T23:59:59.999")));
  await paying.pay(payout);
  const row = { creator, cents: payout.amount_cents, at: 0, paidAt: inSaoPaulo("2026-12-31T23:59:59.999") };
  model.payouts.push(row);
  return { payout, row };
}

beforeAll(async () => {
  ana = await addPayee(db, "Ana Criadora");
  bia = await addPayee(db, "Bia Criadora");
  await saveTaxId(db, services.secretBox, { userId: ana, taxId: { kind: "cpf", value: "52998224725" } });
  for (const sale of sales) await sell(ana, sale);
  await sell(bia, ["2026-10-31T23:59:59.999", 20_011]);
  await payAtYearEnd(ana);
  const { payout, row } = await payAtYearEnd(bia);
  paying.setTime(new Date(inSaoPaulo("2027-01-01T00:00:00.000")));
  const reason = "Conta encerrada";
  const wish = { batchId: payout.batch_id, payoutId: payout.id, by: paying.by, reason };
  await returnPayout(paying.services, wish);
  Object.assign(row, { returnedAt: inSaoPaulo("2027-01-01T00:00:00.000") });
  await expectNoViolations(db);
});

const figures = ["gross", "back", "commission", "earned", "paid"] as const;
type Sums = Record<(typeof figures)[number], number>;
const zero: Sums = { gross: 0, back: 0, commission: 0, earned: 0, paid: 0 };
function addUp(all: Iterable<Sums>): Sums {
  const sum = { ...zero };
  for (const one of all) for (const name of figures) sum[name] += one[name];
  return sum;
}
function sumYear(months: Map<string, ModelMonth>, year: string): Sums {
  return addUp([...months].filter(([month]) => month.startsWith(year)).map(([, sums]) => sums));
}
type Shown = Awaited<ReturnType<typeof showYear>>["total"];
const sumsOf = (shown: Shown): Sums => ({
  gross: shown.grossCents,
  back: shown.backCents,
  commission: shown.commissionCents,
  earned: shown.earnedCents,
  paid: shown.paidCents,
});
async function collect<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
const rowsOf = (blocks: readonly PdfBlock[]) =>
  blocks.flatMap((block) => (block.kind === "rows" ? block.rows.map((row) => [...row]) : []));
const written = (month: string) => month.split("-").toReversed().join("/");
const csvRows = (text: string) =>
  text
    .replace("\uFEFF", "")
    .trimEnd()
    .split("\r\n")
    .map((row) => row.split(";").map((cell) => cell.replaceAll('"', "")));
const inCsv = (cents: number) => (cents / 100).toFixed(2).replace(".", ",");

describe.each(["2026", "2027"])("a creator's year %s", (year) => {
  test("has each sale, refund and payout in its month, and its months add up to it", async () => {
    for (const creatorId of [ana, bia]) {
      const expected = [...monthsOf(model, creatorId)].filter(([month]) => month.startsWith(year)).sort();
      const { months, total } = await showYear(services, { creatorId, year: Number(year) });
      expect(months.map((one) => [one.month, sumsOf(one)])).toEqual(expected);
      expect(sumsOf(total)).toEqual(sumYear(monthsOf(model, creatorId), year));
    }
  });

  test("has the same months as a CSV file and as a PDF document", async () => {
    const asked = { creatorId: ana, year: Number(year) };
    const expected = [...monthsOf(model, ana)].filter(([month]) => month.startsWith(year)).sort();
    const csv = csvRows((await collect(writeYearCsv(services, asked, serverTexts.pt))).join("")).slice(1);
    expect(csv.map(([month, gross, back]) => [month, gross, back])).toEqual(
      expected.map(([month, sums]) => [written(month), inCsv(sums.gross), inCsv(sums.back)]),
    );
    const { blocks } = describeYear(await showYear(services, asked), "Sabiá", texts);
    const pdf = rowsOf(blocks);
    expect(pdf.slice(0, -1).map(([month, gross]) => [month, gross])).toEqual(
      expected.map(([month, sums]) => [written(month), money(sums.gross)]),
    );
    expect(pdf.at(-1)?.[1]).toBe(money(sumYear(monthsOf(model, ana), year).gross));
  });
});

test("a year without sales is empty, and so is its file", async () => {
  const asked = { creatorId: ana, year: 2025 };
  expect((await showYear(services, asked)).months).toEqual([]);
  expect(csvRows((await collect(writeYearCsv(services, asked, serverTexts.pt))).join(""))).toHaveLength(1);
});

test("the file of all creators' commission has each in its month of the year, with the complete tax id", async () => {
  for (const year of ["2026", "2027"]) {
    const rows = csvRows((await collect(writeCommissionCsv(services, Number(year)))).join("")).slice(1);
    expect(rows.some((row) => row.includes("529.982.247-25"))).toBe(true);
    const expected = [ana, bia].flatMap((creator) =>
      [...monthsOf(model, creator)]
        .filter(([month, sums]) => month.startsWith(year) && (sums.gross || sums.back))
        .map(([month, sums]) => [written(month), ...[sums.gross, sums.back, sums.commission].map(inCsv)]),
    );
    expect(rows.map(([, , , ...cells]) => cells).sort()).toEqual(expected.sort());
  }
});

test("the platform's twelve months have what belongs to each, and add up to the creators' years", async () => {
  const all = monthsOf(model);
  for (const [year, months] of [
    ["2026", months2026],
    ["2027", months2027],
  ] as const) {
    const found: Sums[] = [];
    for (const month of months) {
      const facts = new Map(
        (await collect(describeMonth(services, month))).flatMap((block) =>
          block.kind === "facts" ? block.rows : [],
        ),
      );
      const centsOf = (name: string) => Number((facts.get(name) ?? "").replace(/[^0-9-]/g, ""));
      const gross = centsOf("Vendas pagas por compradores");
      found.push({
        gross,
        back: gross - centsOf("Vendas líquidas"),
        commission: centsOf("Comissão da plataforma"),
        earned: centsOf("Parte dos criadores"),
        paid: centsOf("Repasses pagos a criadores") + centsOf("Repasses devolvidos pelo banco"),
      });
      expect([month, found.at(-1)]).toEqual([month, { ...zero, ...all.get(month) }]);
    }
    const years: Sums[] = [];
    for (const creatorId of [ana, bia]) {
      const { total } = await showYear(services, { creatorId, year: Number(year) });
      years.push(sumsOf(total));
    }
    expect(addUp(found)).toEqual(addUp(years));
    expect(addUp(found)).toEqual(sumYear(all, year));
  }
});

describe("the accountant's ledger", () => {
  // The thread that makes workbooks is a file of the build.
  beforeAll(makeBuild, 400_000);

  const cellsOf = async (month: string) =>
    (await collect(readLedgerMonth(db, month))).flatMap(
      ({ text }) => JSON.parse(text) as (string | number | null)[][],
    );

  test.each([
    ["2026-10", "31/10/2026 23:59"],
    ["2026-11", "01/11/2026 00:00"],
    ["2026-12", "31/12/2026 23:59"],
    ["2027-01", "01/01/2027 00:00"],
  ] as const)("of %s has the same rows as CSV and XLSX, one of them at %s", async (month, moment) => {
    const { signal } = new AbortController();
    const expected = await cellsOf(month);
    const csv = await makeLedgerFile(makeContext(world), { month, format: "csv", signal });
    if (!csv.ok) throw new Error(csv.error);
    const rows = csvRows(await new Response(csv.body).text()).slice(1);
    expect(rows).toHaveLength(expected.length);
    expect(rows.some(([at]) => at === moment)).toBe(true);
    const days = rows.flatMap(([at = "-"]) => (at === "-" ? [] : [at.slice(3, 10)]));
    expect(new Set(days)).toEqual(new Set([written(month)]));

    const xlsx = await makeLedgerFile(makeContext(world), { month, format: "xlsx", signal });
    if (!xlsx.ok) throw new Error(xlsx.error);
    const sheet = openWorkbook(new Uint8Array(await new Response(xlsx.body).arrayBuffer())).rows.slice(1);
    const sinceEpoch = (serial: string) => Math.round((Number(serial) - 25_569) * 1_440) * 60_000;
    expect(
      sheet.map(([at, code]) => [
        at?.type === "n" ? new Date(sinceEpoch(at.value)).toISOString().slice(0, 16).replace("T", " ") : null,
        code?.value,
      ]),
    ).toEqual(expected.map(([at, code]) => [at, code]));
  });
});

test("a receipt has the day and minute of its payment and the day of its refund in São Paulo", async () => {
  const clock = () => new Date(inSaoPaulo("2027-06-01T12:00:00.000"));
  const days: (string | undefined)[][] = [];
  for (const { saleId, consumerId } of receipts.slice(0, sales.length)) {
    const asked = { consumerId, saleId, locale: "pt", company: {} as Company } as const;
    const receipt = await showReceipt({ db, clock }, asked);
    if (!receipt || receipt === "unpaid") throw new Error("no receipt");
    const paid = receipt.facts.find(([name]) => name === serverTexts.pt("receipt.paidAt"))?.[1];
    const back = receipt.amounts.flatMap(([name = ""]) => /\d\d\/\d\d\/\d{4}/.exec(name)?.[0] ?? []);
    days.push([paid, ...back]);
  }
  expect(days).toEqual([
    ["31 out 2026, 20:59"],
    ["31 out 2026, 21:00"],
    ["31 out 2026, 23:59", "01/11/2026", "30/11/2026"],
    ["01 nov 2026, 00:00", "30/11/2026"],
    ["30 nov 2026, 23:59", "01/12/2026"],
    ["31 dez 2026, 20:59"],
    ["31 dez 2026, 21:00"],
    ["31 dez 2026, 23:59", "01/01/2027"],
    ["01 jan 2027, 00:00"],
    ["28 fev 2027, 23:59"],
    ["01 mar 2027, 00:00"],
  ]);
});

test("a payout's statement has each line at its minute in São Paulo, on its page, as CSV and as PDF", async () => {
  const payout = await payoutOf(db, ana);
  const csv = csvRows((await collect(writeStatementCsv(db, payout, texts))).join(""));
  const lines = csv.slice(2, -1).map(([at]) => at);
  expect(lines).toContain("31/10/2026 23:59");
  expect(lines).toContain("01/11/2026 00:00");
  expect(lines).toContain("30/11/2026 23:59");
  expect(lines.at(-1)).toBe("20/12/2026 12:00");
  const blocks = await collect(describeStatement(db, payout, texts));
  const pdf = rowsOf(blocks)
    .slice(1, -1)
    .map(([at]) => at);
  expect(pdf).toHaveLength(lines.length);
  expect(pdf).toContain("31 out 2026, 23:59");
  expect(pdf).toContain("01 nov 2026, 00:00");
  const facts = blocks.flatMap((block) =>
    block.kind === "facts" ? block.rows.map(([, value]) => value) : [],
  );
  expect(facts).toContain("31 dez 2026, 23:59");
});

test("the revenue of each day is that of the same days in São Paulo", async () => {
  const { rows } = await sql<{ day: string; cents: number }>`
    SELECT day::text, sum(platform_cents + creators_cents)::bigint AS cents FROM ledger_days
    WHERE currency = 'BRL' GROUP BY 1`.execute(db);
  const expected = new Map<string, number>();
  const add = (at: number, cents: number) => {
    const day = new Date(at - 3 * 3_600_000).toISOString().slice(0, 10);
    expected.set(day, (expected.get(day) ?? 0) + cents);
  };
  for (const sale of model.sales) {
    add(sale.paidAt, sale.cents);
    for (const { at, cents } of sale.back) add(at, -cents);
  }
  expect(new Map(rows.map(({ day, cents }) => [day, cents]))).toEqual(expected);
  const months = await listMonthFigures(db, { creatorId: ana, ...boundsOfYear(2026) });
  expect(months.map(({ month }) => month)).toEqual(["2026-10", "2026-11", "2026-12"]);
});
