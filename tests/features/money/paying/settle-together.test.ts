/** Marking many payouts of a batch as paid with one form. */
import { beforeEach, expect, test } from "vitest";
import { payoutSittingMinutes } from "~/features/base/factors/proofs-of-actions";
import { txidOf } from "~/features/money/payees/payout-code.server";
import { action, loader } from "~/routes/admin/payout-batch";
import { askAs } from "../../../support/ask";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeAdmin, type Person } from "../../../support/people";
import { addRows, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { expectSound } from "../payouts/payout-scene";
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
async function settle(payoutIds: readonly string[], reference = "", more: Record<string, string> = {}) {
  const form = new URLSearchParams({ intent: "settle", reference, ...more });
  for (const id of payoutIds) form.append("payoutId", id);
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const asked = { path: pathOf(), params: { batchId }, method: "POST", body: String(form), headers };
  return askAs(world, action, admin, asked);
}
const rowsOf = async () => {
  const rows = await readRows(db, "payouts", { batch_id: batchId }, "id", "status", "bank_reference");
  return ids.map((id) => rows.find((row) => row.id === id));
};
const suspend = (userId: string | undefined) =>
  setRows(db, "users", { id: userId ?? "" }, { suspended_at: new Date() });

test("a form confirms every marked payout, each with an audit entry and a mail", async () => {
  const answer = await settle(ids, "Lote 7");
  expect(answer).toMatchObject({
    status: 303,
    location: pathOf(),
    flash: { title: "paying.settledNow", values: { count: "3" } },
  });
  expect(await rowsOf()).toMatchObject(ids.map(() => ({ status: "paid", bank_reference: "Lote 7" })));
  const audited = await db
    .selectFrom("audit_entries")
    .select("target_id")
    .where("action", "=", "payoutPaid")
    .where("target_id", "in", ids)
    .execute();
  expect(audited.map(({ target_id }) => target_id).sort()).toEqual([...ids].sort());
  const mails = await db
    .selectFrom("mails")
    .select("key")
    .where(
      "key",
      "in",
      ids.map((id) => `payoutSettled:${id}`),
    )
    .execute();
  expect(mails).toHaveLength(3);
  await expectSound(db);
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
  const answer = await settle(ids, "Lote 7");
  expect(answer).toMatchObject({
    flash: {
      tone: "error",
      title: "paying.settledSome",
      values: { count: "2", failed: "Criadora 2 (conta suspensa)" },
    },
  });
  expect(await rowsOf()).toMatchObject([{ status: "paid" }, { status: "prepared" }, { status: "paid" }]);
  await expectSound(db);
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
  const ours = ids[0] ?? "";
  const mine = batchId;
  const other = await prepareBatch(world, [5_000]);
  batchId = mine;
  expect(await settle([ours, other.ids[0] ?? ""])).toMatchObject({ status: 404 });
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

test("the preparer of a batch confirms no payout of it if two people are required", async () => {
  const { env } = world.services;
  Object.assign(env, { PAYOUT_TWO_PEOPLE: true });
  try {
    ({ batchId, ids } = await prepareBatch(world, [9_000, 8_000, 7_000], { adminId: admin.userId }));
    const { flash } = await settle(ids);
    expect(flash).toMatchObject({ title: "paying.settledSome", values: { count: "0" } });
    expect(flash?.values?.failed).toContain("Outro administrador precisa confirmar");
    expect(await rowsOf()).toMatchObject(ids.map(() => ({ status: "prepared" })));
  } finally {
    Object.assign(env, { PAYOUT_TWO_PEOPLE: false });
  }
});

test("the page marks all payouts by a link without script, and a stopped payout has no checkbox", async () => {
  await suspend(creatorIds[2]);
  const page = await new Browser({ port, cookie: admin.cookie }).get(pathOf("?mark=all"));
  const boxes = [...page.body.matchAll(/<input[^>]*name="payoutId"[^>]*>/g)].map(([box]) => box);
  const marked = boxes.filter((box) => box.includes("checked"));
  expect(marked.map((box) => /value="([^"]+)"/.exec(box)?.[1])).toEqual([ids[0], ids[1]]);
  expect(page.body).toContain('form="settle"');
  const plain = await new Browser({ port, cookie: admin.cookie }).get(pathOf());
  expect(plain.body).toMatch(/href="[^"]*\?mark=all#batch"/);
  expect([...plain.body.matchAll(/<input[^>]*name="payoutId"[^>]*>/g)].join("")).not.toContain("checked");
});

test("marking all leaves out payouts to be checked, and says so", async () => {
  const roles = { user_id: creatorIds[1] ?? "", role: "admin" } as const;
  await addRows(db, "user_roles", roles);
  const page = await new Browser({ port, cookie: admin.cookie }).get(pathOf("?mark=all"));
  const boxes = [...page.body.matchAll(/<input[^>]*name="payoutId"[^>]*>/g)].map(([box]) => box);
  const marked = boxes.filter((box) => box.includes("checked"));
  expect(marked.map((box) => /value="([^"]+)"/.exec(box)?.[1])).toEqual([ids[0], ids[2]]);
  expect(boxes.filter((box) => box.includes("data-flagged"))).toHaveLength(1);
  expect(page.body).toContain("“Marcar todos” deixa de fora 1 repasse com “Conferir”");
  // Each can still be marked by itself.
  expect(await settle([ids[1] ?? ""])).toMatchObject({ status: 303 });
});

test("an expanded payout has its forms below its row, and stays open with its errors", async () => {
  const page = await new Browser({ port, cookie: admin.cookie }).get(pathOf(`?open=${ids[1]}`));
  expect(page.body.match(/name="bankReference"/g)).toHaveLength(1);
  expect(page.body.match(/name="failure"/g)).toHaveLength(1);
});
