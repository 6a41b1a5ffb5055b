/** A bank's statement, read and confirmed over HTTP. */
import { beforeEach, expect, test } from "vitest";
import { statementMaxBytes } from "~/features/money/paying/propose-statement.server";
import { readCarriedLines, writeTick } from "~/features/money/paying/statement-lines";
import { makeAdmin, type Person } from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { prepareBatch } from "./batch-scene";
import { confirmTicks, sendStatement, shown, ticksOf } from "./statement-scene";

const world = await startTestWorld();
const { db, clock } = world.services;

let admin: Person;
let batchId: string;
let ids: string[];
/** Each test has names of its own: the database keeps the batches of the others. */
let names: string[];
let tests = 0;
beforeEach(async () => {
  tests += 1;
  const letters = [...String(tests)].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("");
  names = ["Aline", "Bruno", "Cecília"].map((name) => `${name} Sobrenome${letters}`);
  admin = await makeAdmin(world);
  ({ batchId, ids } = await prepareBatch(world, [30_000, 20_000, 10_000], { names }));
});

const today = () => clock().toISOString().slice(0, 10).split("-").reverse().join("/");

/** A CSV of the batch's three transfers, and of what else the test adds. */
async function file(more: readonly string[] = [], skip = 0): Promise<string> {
  const amounts = await amountsOf();
  const lines = amounts.map((amount, at) => `${today()};Pix enviado ${names[at]};${ref(at)};-${amount}`);
  const titles = "Data;Histórico;Documento;Valor";
  return [titles, ...lines.slice(skip), `${today()};Tarifa;9;-1,23`, ...more].join("\r\n");
}
/** The amounts of the batch's payouts, in their order, as a bank writes them. */
const amountsOf = async () =>
  (await rowsOf()).map((row) => ((row?.amount_cents ?? 0) / 100).toFixed(2).replace(".", ","));
const ref = (at: number) => `${tests}00${at}`;

const send = (content: string | Uint8Array) => sendStatement(world, admin, content);
const confirm = (lines: string, ticks: readonly string[], more: Record<string, string> = {}) =>
  confirmTicks(world, admin, ticks, { lines, ...more });
const rowsOf = async () => {
  const rows = await readRows(db, "payouts", { batch_id: batchId });
  return ids.map((id) => rows.find((row) => row.id === id));
};
const statusesOf = async () => (await rowsOf()).map((row) => row?.status);

test("a bank statement proposes its payouts, and only the press confirms them, with the bank's references", async () => {
  const read = await send(await file());
  expect(read.status).toBe(200);
  const statement = shown(read);
  expect(statement).toMatchObject({ known: 0, unrelated: 1, returned: [], doubtful: [], otherAmount: [] });
  expect(statement.paid.map(({ payout, by }) => [payout.id, by])).toEqual(ids.map((id) => [id, "name"]));
  expect(await rowsOf()).toMatchObject(ids.map(() => ({ status: "prepared" })));

  const done = await confirm(statement.carried, ticksOf(statement));
  const flash = { title: "paying.settledNow", values: { count: "3" } };
  expect(done).toMatchObject({ status: 303, location: `/admin/payouts/${batchId}`, flash });
  expect(await rowsOf()).toMatchObject(ids.map((_, at) => ({ status: "paid", bank_reference: ref(at) })));
  await expectNoViolations(db);
});

test("a bank statement read and confirmed twice changes nothing", async () => {
  const statement = shown(await send(await file()));
  await confirm(statement.carried, ticksOf(statement));
  const before = await rowsOf();
  expect(shown(await send(await file()))).toMatchObject({ known: 3, paid: [], doubtful: [], returned: [] });
  expect(await confirm(statement.carried, ticksOf(statement))).toMatchObject({ status: 303 });
  expect(await rowsOf()).toEqual(before);
  expect(await readRows(db, "audit_entries", { target_id: ids }, "id")).toHaveLength(3);
});

test("a returned transfer is recorded as paid and then as returned by one press", async () => {
  const [amount] = await amountsOf();
  const back = `${today()};Estorno Pix enviado ${names[0]};77;${amount}`;
  const statement = shown(await send(await file([back])));
  expect(statement.returned.map(({ payout }) => payout.id)).toEqual([ids[0]]);
  await confirm(statement.carried, ticksOf(statement));
  expect(await rowsOf()).toMatchObject([
    { status: "returned", return_reason: `Devolvido pelo banco: Estorno Pix enviado ${names[0]}` },
    { status: "paid" },
    { status: "paid" },
  ]);
  await expectNoViolations(db);
});

test("a doubtful line is confirmed only by its own tick, for one candidate", async () => {
  const [first = "", second = ""] = ids;
  const [amount] = await amountsOf();
  const statement = shown(await send(`Data;Histórico;Valor\n${today()};PIX ENVIADO;-${amount}\n`));
  expect(statement.paid).toEqual([]);
  const candidates = statement.doubtful[0]?.candidates ?? [];
  expect(candidates.map(({ id }) => id)).toContain(first);
  const refused = (form: string) => ({ status: 400, data: { problem: { errors: { form } } } });
  const unticked = await confirm(statement.carried, []);
  expect(unticked).toMatchObject(refused("bankStatement.nothingTicked"));
  expect(shown(unticked).doubtful).toHaveLength(1);
  const tick = writeTick({ line: 0, payoutId: first });
  expect(await confirm(statement.carried, [tick, tick])).toMatchObject(refused("bankStatement.oneEach"));
  // Nothing that the statement does not propose can be ticked.
  await confirm(statement.carried, [writeTick({ line: 0, payoutId: second })]);
  expect(await statusesOf()).toEqual(["prepared", "prepared", "prepared"]);
  await confirm(statement.carried, [tick]);
  expect((await rowsOf())[0]).toMatchObject({ status: "paid" });
});

test("a line with a different amount is shown and cannot be confirmed", async () => {
  const statement = shown(await send(await file([`${today()};Pix enviado ${names[0]};5;-0,77`], 1)));
  expect(statement.otherAmount.map(({ payout }) => payout.id)).toEqual([ids[0]]);
  const tick = statement.otherAmount[0]?.payout.tick ?? "";
  await confirm(statement.carried, [tick]);
  expect((await rowsOf())[0]).toMatchObject({ status: "prepared" });
});

test("a missing proof of identity keeps the proposals and the ticks on the page", async () => {
  const statement = shown(await send(await file()));
  world.advance(31 * 60_000);
  const ticks = ticksOf(statement).slice(1);
  const asked = await confirm(statement.carried, ticks);
  const problem = { errors: { password: "accounts.proofMissing" }, values: {} };
  expect(asked).toMatchObject({ status: 400, data: { problem, ticked: ticks } });
  expect(shown(asked).paid).toHaveLength(3);
  const { status } = await confirm(shown(asked).carried, ticks, { password: admin.password });
  expect(status).toBe(303);
  expect(await statusesOf()).toEqual(["prepared", "paid", "paid"]);
});

test("lines of unrelated transfers are not carried in the page", async () => {
  const statement = shown(await send(await file([`${today()};Pix enviado Fornecedor Secreto;6;-12,34`])));
  expect(statement.carried).not.toContain("Secreto");
  expect(readCarriedLines(statement.carried)).toHaveLength(3);
});

test.each([
  ["no file", "", "bankStatement.fileMissing"],
  ["a text", "Olá", "bankStatement.fileUnknown"],
  ["a file of more than 4 MB", new Uint8Array(statementMaxBytes + 1).fill(65), "bankStatement.fileTooLarge"],
])("%s instead of a bank statement is refused beside the field", async (_, content, file) => {
  expect(await send(content)).toMatchObject({ status: 400, data: { problem: { errors: { file } } } });
});

test("bank lines changed in the form are refused", async () => {
  const problem = { errors: { file: "bankStatement.changed" } };
  expect(await confirm("{}", [])).toMatchObject({ status: 400, data: { problem } });
});

test("unread lines of a statement are counted and named on the page, also after a refused press", async () => {
  const more = [`;Pix enviado ${names[0]};8;-1,00`, `${today()};Saldo;;3,00`];
  const statement = shown(await send(await file(more)));
  const unread = [{ number: 6, text: `Pix enviado ${names[0]} 8 -1,00` }];
  const notes = { unreadCount: 1, unread, summaryCount: 1 };
  expect(statement.notes).toEqual(notes);
  const refused = await confirm(statement.carried, [], { notes: JSON.stringify(notes) });
  expect(refused).toMatchObject({ status: 400, data: { statement: { notes } } });
  expect(shown(await confirm(statement.carried, [], { notes: "x" })).notes.unreadCount).toBe(0);
});
