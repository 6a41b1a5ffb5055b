/** Marking many payouts of a batch as paid with one form. */
import { beforeEach, describe, expect, test } from "vitest";
import { payoutSittingMinutes } from "~/features/base/factors/proofs-of-actions";
import { txidOf } from "~/features/money/payees/payout-code.server";
import { action, loader } from "~/routes/admin/payout-batch";
import { type Answer, askAs } from "../../../support/ask";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeAdmin, type Person } from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { addRows, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { prepareBatch } from "./batch-scene";

const world = await startTestWorld();
const { db } = world.services;
const { port } = await startHttpApp(world);
const minute = 60_000;

let admin: Person;
let batchId: string;
let ids: string[];
let creatorIds: string[];
beforeEach(async () => {
  admin = await makeAdmin(world);
  ({ batchId, ids, creatorIds } = await prepareBatch(world, [30_000, 20_000, 10_000]));
});

const pathOf = (query = "") => `/admin/payouts/${batchId}${query}`;

/** Posts the form as a browser does, with a field repeated for each payout. */
async function settle(
  payoutIds: readonly string[],
  reference = "",
  { who = admin, ...more }: { who?: Person; password?: string } = {},
) {
  const form = new URLSearchParams({ intent: "settle", reference, ...more });
  for (const id of payoutIds) form.append("payoutId", id);
  return askAs(world, action, who, { path: pathOf(), params: { batchId }, form });
}
const rowsOf = async () => {
  const rows = await readRows(db, "payouts", { batch_id: batchId }, "id", "status", "bank_reference");
  return ids.map((id) => rows.find((row) => row.id === id));
};
const suspend = (userId: string | undefined) =>
  setRows(db, "users", { id: userId ?? "" }, { suspended_at: new Date() });

test("a form confirms every marked payout, each with an audit entry and a mail", async () => {
  const flash = { title: "paying.settledNow", values: { count: "3" } };
  expect(await settle(ids, "Lote 7")).toMatchObject({ status: 303, location: pathOf(), flash });
  expect(await rowsOf()).toMatchObject(ids.map(() => ({ status: "paid", bank_reference: "Lote 7" })));
  const audited = { action: "payoutPaid", target_id: ids } as const;
  expect(await readRows(db, "audit_entries", audited, "id")).toHaveLength(3);
  const keys = ids.map((id) => `payoutSettled:${id}`);
  expect(await readRows(db, "mails", { key: keys }, "key")).toHaveLength(3);
  await expectNoViolations(db);
});

test("pasted references are assigned to the payouts in the order of the form, and without any each gets its txid", async () => {
  await settle([ids[1] ?? "", ids[0] ?? ""], "E-first\nE-second\n");
  await settle([ids[2] ?? ""]);
  expect(await rowsOf()).toMatchObject([
    { bank_reference: "E-second" },
    { bank_reference: "E-first" },
    { bank_reference: txidOf(ids[2] ?? "") },
  ]);
});

test("a refused payout is named, and does not prevent the others from being confirmed", async () => {
  await suspend(creatorIds[1]);
  const values = { count: "2", failed: "Criadora 2 (conta suspensa)" };
  const flash = { tone: "error", title: "paying.settledSome", values };
  expect(await settle(ids, "Lote 7")).toMatchObject({ flash });
  expect(await rowsOf()).toMatchObject([{ status: "paid" }, { status: "prepared" }, { status: "paid" }]);
  await expectNoViolations(db);
});

test("no payout is confirmed without a mark, with a wrong number of references, or from another batch", async () => {
  expect(await settle([])).toMatchObject({
    status: 400,
    data: { problem: { errors: { form: "paying.nothingMarked" } } },
  });
  expect(await settle(ids, "E1\nE2")).toMatchObject({
    status: 400,
    data: { problem: { errors: { reference: "paying.referenceCount" }, values: { reference: "E1\nE2" } } },
  });
  const other = await prepareBatch(world, [5_000]);
  expect(await settle([ids[0] ?? "", other.ids[0] ?? ""])).toMatchObject({ status: 404 });
  expect(await rowsOf()).toMatchObject(ids.map(() => ({ status: "prepared" })));
});

test("a proof of identity lasts for a session of half an hour, whose end the page shows", async () => {
  // The scene has advanced the clock by a second since the sign-in.
  world.advance(payoutSittingMinutes * minute - 1_000);
  const read = () => askAs(world, loader, admin, { path: pathOf(), params: { batchId } });
  expect((await read()).data).toMatchObject({ sittingUntil: expect.stringMatching(/^\d\d:\d\d$/) });
  expect(await settle([ids[0] ?? ""])).toMatchObject({ status: 303 });
  world.advance(1);
  expect((await read()).data).toMatchObject({ sittingUntil: undefined });
  expect(await settle([ids[1] ?? ""])).toMatchObject({
    status: 400,
    data: { problem: { errors: { password: "accounts.proofMissing" } } },
  });
  expect(await settle([ids[1] ?? ""], "", { password: admin.password })).toMatchObject({ status: 303 });
  expect(await settle([ids[2] ?? ""])).toMatchObject({ status: 303 });
});

async function show(query = "") {
  const { body } = await new Browser({ port, cookie: admin.cookie }).get(pathOf(query));
  const boxes = [...body.matchAll(/<input[^>]*name="payoutId"[^>]*>/g)].map(([box]) => box);
  const marked = boxes
    .filter((box) => box.includes("checked"))
    .map((box) => /value="([^"]+)"/.exec(box)?.[1]);
  return { body, boxes, marked };
}

test("the page marks all payouts by a link without script, and a stopped payout has no checkbox", async () => {
  await suspend(creatorIds[2]);
  const { body, marked } = await show("?mark=all");
  expect(marked).toEqual([ids[0], ids[1]]);
  expect(body).toContain('form="settle"');
  const plain = await show();
  expect(plain.body).toMatch(/href="[^"]*\?mark=all#batch"/);
  expect(plain.marked).toEqual([]);
});

test("marking all leaves out payouts to be checked, and says so", async () => {
  const roles = { user_id: creatorIds[1] ?? "", role: "admin" } as const;
  await addRows(db, "user_roles", roles);
  const { body, boxes, marked } = await show("?mark=all");
  expect(marked).toEqual([ids[0], ids[2]]);
  expect(boxes.filter((box) => box.includes("data-flagged"))).toHaveLength(1);
  expect(body).toContain("“Marcar todos” deixa de fora 1 repasse com “Conferir”");
  // Each can still be marked by itself.
  expect(await settle([ids[1] ?? ""])).toMatchObject({ status: 303 });
});

test("an expanded payout has its forms below its row", async () => {
  const { body } = await show(`?open=${ids[1]}`);
  expect(body.match(/name="bankReference"/g)).toHaveLength(1);
  expect(body.match(/name="failure"/g)).toHaveLength(1);
});

describe("two administrators at once", () => {
  const count = 30;
  let other: Person;
  beforeEach(async () => {
    other = await makeAdmin(world);
    const prices = Array.from({ length: count }, (_, at) => 20_000 + at);
    ({ batchId, ids } = await prepareBatch(world, prices));
  });
  const counted = ({ flash }: Answer) => Number(flash?.values?.count);

  /** Checks that each payout has one entry for its end, one audit entry and one mail. Returns the statuses. */
  async function expectEachOnce() {
    const statuses = (await rowsOf()).map((row) => row?.status ?? "");
    const actions: Record<string, string> = { paid: "payoutPaid", failed: "payoutFailed" };
    const audited = await readRows(db, "audit_entries", { target_id: ids }, "target_id", "action");
    expect(audited.map(({ target_id, action }) => `${target_id} ${action}`).sort()).toEqual(
      ids.map((id, at) => `${id} ${actions[statuses[at] ?? ""]}`).sort(),
    );
    // One of the preparation, one of the end.
    expect(await readRows(db, "ledger_entries", { payout_id: ids }, "id")).toHaveLength(2 * count);
    const keys = ids.map((id) => `payoutSettled:${id}`);
    expect(await readRows(db, "mails", { key: keys }, "key")).toHaveLength(count);
    await expectNoViolations(db);
    return statuses;
  }

  test("who mark all payouts, in opposite orders, record each once", async () => {
    const answers = await Promise.all([
      settle(ids, "Lote de Ana"),
      settle(ids.toReversed(), "Lote de Bia", { who: other }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers.reduce((sum, answer) => sum + counted(answer), 0)).toBe(count);
    const failed = answers.flatMap(({ flash }) => flash?.values?.failed ?? []).join();
    expect(failed).toContain("já confirmado com outra referência");
    expect(await expectEachOnce()).toEqual(ids.map(() => "paid"));
  });

  test("one of whom marks payouts as paid and one as failed: the first of each payout wins", async () => {
    const failAll = async () => {
      const answers: Answer[] = [];
      for (const payoutId of ids.toReversed()) {
        const form = { intent: "failed", payoutId, failure: "Chave inexistente" };
        answers.push(await askAs(world, action, other, { path: pathOf(), params: { batchId }, form }));
      }
      return answers;
    };
    const [paid, failed] = await Promise.all([settle(ids, "Lote de Ana"), failAll()]);
    const statuses = await expectEachOnce();
    expect(counted(paid)).toBe(statuses.filter((status) => status === "paid").length);
    expect(failed.filter(({ flash }) => flash?.title === "payouts.failedNow")).toHaveLength(
      statuses.filter((status) => status === "failed").length,
    );
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([303]));
  });
});
