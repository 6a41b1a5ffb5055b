/** Two administrators record the same batch at the same moment: each payout is recorded once, with one mail. */
import { beforeEach, expect, test } from "vitest";
import type { ShownStatement } from "~/features/money/paying/propose-statement.server";
import { action as statementAction } from "~/routes/admin/bank-statement";
import { action as batchAction } from "~/routes/admin/payout-batch";
import { type Answer, askAs } from "../../../support/ask";
import type { Person } from "../../../support/people";
import { makeAdmin } from "../../../support/people";
import { readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { expectSound } from "../payouts/payout-scene";
import { prepareBatch } from "./batch-scene";

const world = await startTestWorld();
const { db, clock } = world.services;
const count = 30;

let [ana, bia]: Person[] = [];
let batchId: string;
let ids: string[];
let names: string[];
let tests = 0;
const lettersOf = (at: number) => [...String(at)].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("");
beforeEach(async () => {
  tests += 1;
  [ana, bia] = [await makeAdmin(world), await makeAdmin(world)];
  names = Array.from({ length: count }, (_, at) => `Criador${lettersOf(at)} Teste${lettersOf(tests)}`);
  ({ batchId, ids } = await prepareBatch(
    world,
    names.map((_, at) => 20_000 + at),
    { names },
  ));
});

const headers = { "Content-Type": "application/x-www-form-urlencoded" };
function post(
  who: Person | undefined,
  action: typeof batchAction,
  fields: readonly (readonly [string, string])[],
): Promise<Answer> {
  if (!who) throw new Error("no administrator");
  const body = String(new URLSearchParams(fields.map(([name, value]) => [name, value])));
  const asked = { path: `/admin/payouts/${batchId}`, method: "POST", body, headers };
  return askAs(world, action, who, asked);
}
const markAll = (who: Person | undefined, payoutIds: readonly string[], reference: string) =>
  post(who, batchAction, [
    ["intent", "settle"],
    ["reference", reference],
    ...payoutIds.map((id) => ["payoutId", id] as const),
  ]);
const settleOne = (
  who: Person | undefined,
  payoutId: string,
  fields: readonly (readonly [string, string])[],
) => post(who, batchAction, [["payoutId", payoutId], ...fields]);
/** One after another, as one person does. */
async function oneByOne(run: (payoutId: string) => Promise<Answer>, payoutIds: readonly string[] = ids) {
  const answers: Answer[] = [];
  for (const id of payoutIds) answers.push(await run(id));
  return answers;
}

async function statusesOf() {
  const rows = await readRows(db, "payouts", { batch_id: batchId }, "id", "status");
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Checks that each payout has one entry for its end, one audit entry and one mail. Returns the statuses. */
async function expectEachOnce(actions: Record<string, string>) {
  const statuses = await statusesOf();
  const audited = await db
    .selectFrom("audit_entries")
    .select(["target_id", "action"])
    .where("target_id", "in", ids)
    .execute();
  expect(audited.map(({ target_id, action }) => `${target_id} ${action}`).toSorted()).toEqual(
    ids.map((id) => `${id} ${actions[statuses.get(id) ?? ""]}`).toSorted(),
  );
  const entries = await db
    .selectFrom("ledger_entries")
    .select("payout_id")
    .where("payout_id", "in", ids)
    .execute();
  // One of the preparation, one of the end.
  expect(entries).toHaveLength(2 * count);
  const keys = ids.map((id) => `payoutSettled:${id}`);
  expect(await db.selectFrom("mails").select("key").where("key", "in", keys).execute()).toHaveLength(count);
  await expectSound(db);
  return [...statuses.values()];
}
const counted = ({ flash }: Answer) => Number(flash?.values?.count);

test.each([
  ["in one order", (payoutIds: readonly string[]) => payoutIds],
  ["in opposite orders", (payoutIds: readonly string[]) => payoutIds.toReversed()],
] as const)("two administrators who mark all payouts at once %s record each once", async (_, orderOf) => {
  const answers = await Promise.all([
    markAll(ana, ids, "Lote de Ana"),
    markAll(bia, orderOf(ids), "Lote de Bia"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(answers.reduce((sum, answer) => sum + counted(answer), 0)).toBe(count);
  expect(answers.flatMap(({ flash }) => flash?.values?.failed ?? []).join()).toContain(
    "já confirmado com outra referência",
  );
  expect(await expectEachOnce({ paid: "payoutPaid" })).toEqual(ids.map(() => "paid"));
});

test("of one administrator who marks payouts as paid and one who marks them as failed, the first of each payout wins", async () => {
  const [paid, failed] = await Promise.all([
    markAll(ana, ids, "Lote de Ana"),
    oneByOne(
      (id) =>
        settleOne(bia, id, [
          ["intent", "failed"],
          ["failure", "Chave inexistente"],
        ]),
      ids.toReversed(),
    ),
  ]);
  const statuses = await expectEachOnce({ paid: "payoutPaid", failed: "payoutFailed" });
  expect(counted(paid)).toBe(statuses.filter((status) => status === "paid").length);
  expect(failed.filter(({ flash }) => flash?.title === "payouts.failedNow")).toHaveLength(
    statuses.filter((status) => status === "failed").length,
  );
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([303]));
});

test("of one administrator who marks payouts as paid and one who marks them as returned, the second follows or is refused", async () => {
  const [, returned] = await Promise.all([
    markAll(ana, ids, "Lote de Ana"),
    oneByOne((id) =>
      settleOne(bia, id, [
        ["intent", "returned"],
        ["returnReason", "Conta encerrada"],
      ]),
    ),
  ]);
  const statuses = [...(await statusesOf()).values()];
  expect(statuses.every((status) => status === "paid" || status === "returned")).toBe(true);
  expect(returned.filter(({ flash }) => flash?.title === "payouts.returnedNow")).toHaveLength(
    statuses.filter((status) => status === "returned").length,
  );
  expect(new Set(returned.map(({ status }) => status))).toEqual(new Set([303]));
  await expectSound(db);
});

async function readStatement(who: Person | undefined): Promise<ShownStatement> {
  if (!who) throw new Error("no administrator");
  const rows = await readRows(db, "payouts", { batch_id: batchId }, "payee_name", "amount_cents");
  const day = clock().toISOString().slice(0, 10);
  const lines = rows.map(
    ({ payee_name, amount_cents }, at) =>
      `${day};Pix enviado ${payee_name};${tests}00${at};-${(amount_cents / 100).toFixed(2)}`,
  );
  const content = ["Data;Histórico;Documento;Valor"].concat(lines).join("\n");
  const parts = [{ name: "file", fileName: "extrato.csv", content }];
  const answer = await askAs(world, statementAction, who, { path: "/admin/payouts/statement", parts });
  return (answer.data as { statement: ShownStatement }).statement;
}
const confirmStatement = (who: Person | undefined, { carried, paid }: ShownStatement) =>
  post(who, statementAction as typeof batchAction, [
    ["intent", "confirm"],
    ["lines", carried],
    ...paid.map(({ payout }) => ["line", payout.tick] as const),
  ]);

test("of one administrator who confirms by a bank statement and one who marks all, each payout is recorded once", async () => {
  const statement = await readStatement(ana);
  expect(statement.paid).toHaveLength(count);
  const answers = await Promise.all([
    confirmStatement(ana, statement),
    markAll(bia, ids.toReversed(), "Lote"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(answers.reduce((sum, answer) => sum + counted(answer), 0)).toBe(count);
  expect(await expectEachOnce({ paid: "payoutPaid" })).toEqual(ids.map(() => "paid"));
  expect(await readStatement(bia)).toMatchObject({ known: count, paid: [], doubtful: [], otherAmount: [] });
});
