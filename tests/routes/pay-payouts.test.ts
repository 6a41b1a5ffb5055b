/** Paying a batch one payout a screen, and the sheet of its codes. */
import { beforeEach, expect, test } from "vitest";
import { txidOf } from "~/features/money/payees/payout-code.server";
import { action, loader } from "~/routes/admin/pay-payouts";
import { action as batchAction } from "~/routes/admin/payout-batch";
import { loader as sheet } from "~/routes/admin/payout-codes";
import { prepareBatch } from "../features/money/paying/batch-scene";
import { askAs } from "../support/ask";
import { makeAdmin, type Person } from "../support/people";
import { readRow, setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;

let admin: Person;
let batchId: string;
/** From the highest amount to the lowest. */
let first: string;
let second: string;
let third: string;
beforeEach(async () => {
  admin = await makeAdmin(world);
  const batch = await prepareBatch(world, [20_000, 15_000, 10_000]);
  batchId = batch.batchId;
  [first = "", second = "", third = ""] = batch.ids;
});

const pathOf = (payoutId: string) => `/admin/payouts/${batchId}/pay?payout=${payoutId}`;
const read = (path = `/admin/payouts/${batchId}/pay`) => askAs(world, loader, admin, { path });
const readSheet = () => askAs(world, sheet, admin, { path: `/admin/payouts/${batchId}/codes` });
const press = (form: Record<string, string>) =>
  askAs(world, action, admin, { path: pathOf(form.payoutId ?? ""), form });
const statusOf = async (id: string) => readRow(db, "payouts", { id }, "status", "bank_reference", "failure");

test("the highest unpaid payout comes first, with its code and what is left", async () => {
  const { data } = await read();
  expect(data).toMatchObject({
    screen: {
      at: 1,
      count: 3,
      done: 0,
      next: second,
      previous: third,
      payout: { id: first, open: true, code: expect.stringContaining(txidOf(first)) },
    },
  });
});

test("a payout paid without a typed reference gets its txid as reference, and the next unpaid one follows", async () => {
  const paid = await press({ intent: "paid", payoutId: first, bankReference: " " });
  expect(paid).toMatchObject({ location: pathOf(second), flash: { title: "payouts.paidNow" } });
  expect(await statusOf(first)).toMatchObject({
    status: "paid",
    bank_reference: txidOf(first),
  });
  const { data } = await read(pathOf(first));
  expect(data).toMatchObject({ screen: { done: 1, payout: { open: false } } });
  expect(JSON.stringify(data)).not.toContain("br.gov.bcb.pix");
});

test("a repeated press changes nothing and goes on to the same next payout", async () => {
  const form = { intent: "paid", payoutId: first, bankReference: "" };
  const { location, flash } = await press(form);
  expect(await press(form)).toMatchObject({ location, flash });
});

test("a failed payout keeps its reason, and the last press leads back to the batch", async () => {
  await press({ intent: "failed", payoutId: first, failure: "Chave recusada" });
  expect(await statusOf(first)).toMatchObject({ status: "failed", failure: "Chave recusada" });
  await press({ intent: "paid", payoutId: third, bankReference: "E1" });
  const last = await press({ intent: "paid", payoutId: second, bankReference: "E2" });
  expect(last).toMatchObject({ location: `/admin/payouts/${batchId}`, flash: { title: "paying.allDone" } });
  expect(await read()).toMatchObject({ location: `/admin/payouts/${batchId}` });
});

test("a failure without a reason is refused, and a payout of another batch is not found", async () => {
  expect(await press({ intent: "failed", payoutId: first, failure: "" })).toMatchObject({
    status: 400,
    data: { problem: { errors: { failure: "common.required" } } },
  });
  const other = await prepareBatch(world, [5_000]);
  const stray = { intent: "paid", payoutId: other.ids[0] ?? "", bankReference: "E1" };
  expect(await press(stray)).toMatchObject({ status: 404 });
  expect(await read(pathOf(other.ids[0] ?? ""))).toMatchObject({ status: 404 });
});

test("the batch's own form still requires a reference", async () => {
  const form = { intent: "paid", payoutId: first, bankReference: "" };
  const asked = { path: `/admin/payouts/${batchId}`, form };
  expect(await askAs(world, batchAction, admin, asked)).toMatchObject({ status: 400 });
});

test("a payout of a suspended account has no code on the screen and the sheet", async () => {
  const { creator_id } = await readRow(db, "payouts", { id: first }, "creator_id");
  await setRows(db, "users", { id: creator_id }, { suspended_at: new Date() });
  expect(await read()).toMatchObject({ data: { screen: { notes: { stopped: true } } } });
  const { data } = await readSheet();
  expect(data).toMatchObject({
    count: 3,
    codes: [{ id: second }, { id: third }],
    others: [{ id: first }],
  });
});

test("the sheet has the codes of unpaid payouts only", async () => {
  await press({ intent: "paid", payoutId: second, bankReference: "E1" });
  const { data } = await readSheet();
  expect(data).toMatchObject({ count: 2, codes: [{ id: first }, { id: third }], others: [] });
});
