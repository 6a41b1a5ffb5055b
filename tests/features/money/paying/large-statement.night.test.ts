/** A bank's statement of 10,000 lines of one amount: what is certain, how large the page is, and reading it twice. */
import { beforeEach, describe, expect, test } from "vitest";
import type { ShownStatement } from "~/features/money/paying/propose-statement.server";
import { carriedMaxBytes, readCarriedLines } from "~/features/money/paying/statement-lines";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeAdmin, type Person } from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { prepareBatch } from "./batch-scene";
import { confirmTicks, sendStatement, shown, ticksOf } from "./statement-scene";

const world = await startTestWorld();
const { db, clock } = world.services;
const { port } = await startHttpApp(world);
const path = "/admin/payouts/statement";
const lineCount = 10_000;

let admin: Person;
let batchId: string;
let ids: string[];
let cents: number;
let names: string[];
let tests = 0;
beforeEach(async () => {
  tests += 1;
  admin = await makeAdmin(world);
  // Each test has an amount and names of its own: the database keeps the batches of the others.
  names = ["Aline", "Bruno", "Caio", "Dora"].map((name) => `${name} Sobrenome${"ABCDEFGH"[tests]}`);
  const prices = names.map(() => 30_000 + tests * 100);
  ({ batchId, ids } = await prepareBatch(world, prices, { names }));
  const { amount_cents } = await readRow(db, "payouts", { id: ids[0] ?? "" }, "amount_cents");
  cents = amount_cents;
});

interface Movement {
  text: string;
  /** Empty where the bank writes none. */
  id: string;
}
const today = () => clock().toISOString().slice(0, 10);
const amount = () => `-${(cents / 100).toFixed(2)}`;
const formats: Record<string, (movements: readonly Movement[]) => string> = {
  OFX: (movements) => {
    const begin = `<STMTTRN><DTPOSTED>${today().replaceAll("-", "")}<TRNAMT>${amount()}`;
    const lines = movements.map(({ text, id }) => `${begin}${id && `<FITID>${id}`}<MEMO>${text}</STMTTRN>`);
    return `<OFX><BANKTRANLIST>${lines.join("\n")}</BANKTRANLIST></OFX>`;
  },
  CSV: (movements) => {
    const lines = movements.map(({ text, id }) => `${today()};${text};${id};${amount()}`);
    return ["Data;Histórico;Documento;Valor", ...lines].join("\n");
  },
};

const send = (content: string) => sendStatement(world, admin, content);
const confirm = ({ carried, left }: ShownStatement, ticks: readonly string[]) =>
  confirmTicks(world, admin, ticks, { lines: carried, left: String(left) });
const statusesOf = async () => {
  const rows = await readRows(db, "payouts", { batch_id: batchId }, "id", "status");
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};
const boxesOf = ({ paid, returned, doubtful }: ShownStatement) =>
  paid.length + returned.length + doubtful.reduce((sum, { candidates }) => sum + candidates.length, 0);

describe.each(Object.keys(formats))("10,000 lines of one amount in a statement as %s", (format) => {
  const write = (movements: readonly Movement[]) => formats[format]?.(movements) ?? "";

  test("tick the lines that name a creator and no other line does, and no others; read twice, they propose nothing", async () => {
    // Aline once, Bruno twice, Caio and Dora never; the bank gives all lines one number.
    const movements = Array.from({ length: lineCount }, (_, at) => ({
      text: at === 4_000 ? `PIX ${names[0]}` : at % 5_000 === 17 ? `PIX ${names[1]}` : `PIX LOJA ${at}`,
      id: "000000",
    }));
    const file = write(movements);
    const statement = shown(await send(file));
    expect(statement.paid.map(({ payout, by }) => [payout.name, by])).toEqual([[names[0], "name"]]);
    expect(statement.returned).toEqual([]);
    const named = statement.doubtful.filter(({ text }) => text === `PIX ${names[1]}`);
    expect(named.map(({ candidates }) => candidates.map(({ name }) => name))).toEqual([[names[1]]]);
    expect(statement.doubtful.length + statement.left).toBe(lineCount - 1);

    expect(await confirm(statement, ticksOf(statement))).toMatchObject({ status: 303 });
    expect(await statusesOf()).toEqual(["paid", "prepared", "prepared", "prepared"]);
    expect(await confirm(statement, ticksOf(statement))).toMatchObject({ status: 303 });
    const again = shown(await send(file));
    expect(again).toMatchObject({ known: 1, paid: [], returned: [] });
    expect(again.doubtful.some(({ candidates }) => candidates.some(({ id }) => id === ids[0]))).toBe(false);
    await expectNoViolations(db);
  });

  test("without a number and a name are recognised as often as they were recorded", async () => {
    const file = write(Array.from({ length: lineCount }, () => ({ text: "PIX ENVIADO", id: "" })));
    const statement = shown(await send(file));
    expect(statement.paid).toEqual([]);
    expect(boxesOf(statement)).toBeLessThanOrEqual(500);
    expect(statement).toMatchObject({ known: 0, left: lineCount - 100 });
    const picked = [0, 1].map((at) => statement.doubtful[at]?.candidates[at]?.tick ?? "");
    expect(await confirm(statement, picked)).toMatchObject({
      flash: { title: "paying.settledNow", values: { count: "2" } },
    });
    expect((await statusesOf()).filter((status) => status === "paid")).toHaveLength(2);
    const again = shown(await send(file));
    expect(again).toMatchObject({ known: 2, paid: [], left: lineCount - 102 });
    expect(again.doubtful[0]?.candidates).toHaveLength(2);
    await expectNoViolations(db);
  });

  test("make a page of bounded size, whose form can be sent with every box ticked", async () => {
    const text = "Transferência enviada pelo Pix – ".repeat(8);
    const movements = Array.from({ length: lineCount }, (_, at) => ({ text: `${text}${at}`, id: `N${at}` }));
    const statement = shown(await send(write(movements)));
    expect(statement.left).toBeGreaterThan(1_000);
    expect(boxesOf(statement)).toBeLessThanOrEqual(500);
    expect(readCarriedLines(statement.carried)?.length).toBeLessThanOrEqual(100);
    const ticks = statement.doubtful.flatMap(({ candidates }) => candidates.map(({ tick }) => tick));
    const form = new URLSearchParams({ lines: statement.carried });
    for (const tick of ticks) form.append("line", tick);
    expect(String(form).length).toBeLessThan(carriedMaxBytes);
    const { left } = statement;
    const problem = { errors: { form: "bankStatement.oneEach" } };
    expect(await confirm(statement, ticks)).toMatchObject({
      status: 400,
      data: { problem, statement: { left } },
    });
    const fields = { intent: "confirm", lines: statement.carried, left: String(left) };
    const page = await new Browser({ port, cookie: admin.cookie }).post(path, fields);
    expect(page.status).toBe(400);
    expect(page.body).toMatch(/Mais [0-9.]+ movimentos não cabem nesta página/);
    expect(page.body.length).toBeLessThan(1024 * 1024);
  });
});
