/** Administrators' actions are recorded in the same transaction, with author, address, before and after. */
import { describe, expect, test } from "vitest";
import { refundSale } from "~/features/orders/purchases/refund-sale.server";
import * as yearCsv from "~/routes/admin/creator-year-csv";
import * as exports from "~/routes/admin/export";
import * as payCsv from "~/routes/admin/pay-csv";
import * as batch from "~/routes/admin/payout-batch";
import * as prepare from "~/routes/admin/prepare-payouts";
import * as reconciliation from "~/routes/admin/reconciliation";
import * as sale from "~/routes/admin/sale";
import * as statementFile from "~/routes/admin/statement-file";
import * as adminLogin from "~/routes/public/admin-login";
import { ask } from "../../../support/ask";
import { makeConsumer, makeCreator } from "../../../support/people";
import { actorOf, addCreator, addPreparedPayout, addSale, addVideo } from "../../../support/rows";
import { addRows, readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const admin = await makeConsumer(world);
const entered = await ask(world, adminLogin.action, {
  path: "/admin-login",
  form: { email: admin.email, password: admin.password },
  address: "203.0.113.7",
  headers: { "User-Agent": browser },
});
const asAdmin = { cookie: entered.session ?? "", address: "203.0.113.7", headers: { "User-Agent": browser } };
const entriesOf = (id: string) => readInOrder(db, "audit_entries", { target_id: id }, ["number"]);
const count = async () => (await readRows(db, "audit_entries", {}, "id")).length;
const monthsAgo = new Date(services.clock().getTime() - 90 * 24 * 3_600_000);

async function sold() {
  const creator = await makeCreator(world);
  const consumer = await makeConsumer(world);
  const videoId = await addVideo(db, creator.userId, { title: "Violão" });
  const saleId = await addSale(db, { consumerId: consumer.userId, videoId, now: monthsAgo });
  await setRows(db, "sales", { id: saleId }, { payment_method: "boleto" });
  return { creator, consumer, saleId };
}

test("the audit log records the first administrator with time, address and browser", async () => {
  expect(await entriesOf(admin.userId)).toMatchObject([
    {
      action: "firstAdminMade",
      actor_id: admin.userId,
      actor_email: admin.email,
      target_label: admin.email,
      address: "203.0.113.7",
      browser: "Firefox · Linux",
      created_at: services.clock(),
      before: { role: null },
      after: { role: "admin" },
    },
  ]);
});

describe("the audit entry of a refund", () => {
  const form = { intent: "refund", amount: "10,00", channel: "outside", note: "Pedido", seenBackCents: "0" };
  const at = (saleId: string) => ({ path: `/admin/sales/${saleId}`, ...asAdmin });

  test("is written for a partial, external or manual refund", async () => {
    const { saleId, consumer } = await sold();
    expect((await ask(world, sale.action, { ...at(saleId), form })).status).toBe(303);
    const { id } = await readRow(db, "refunds", { sale_id: saleId }, "id");
    const outcome = { outcome: "succeeded", note: "TED 9", noKeyReason: "Em dinheiro" };
    const byHand = { intent: "byHand", refundId: id, ...outcome };
    await ask(world, sale.action, { ...at(saleId), form: byHand });
    expect(await entriesOf(saleId)).toMatchObject([
      {
        action: "saleRefunded",
        target_label: `Violão · ${consumer.email}`,
        reason: "Pedido",
        before: { status: "completed", backCents: 0 },
        after: { amountCents: 1000, backCents: 1000, channel: "outside" },
      },
      { action: "refundEndedByHand", after: { status: "succeeded" }, reason: "TED 9" },
    ]);
  });

  test("is missing for a refused refund, and a refund whose entry fails is not made", async () => {
    const { saleId } = await sold();
    const before = await count();
    await ask(world, sale.action, { ...at(saleId), form: { ...form, amount: "999,00" } });
    expect(await count()).toBe(before);
    const wish = { saleId, amountCents: 1000, seenBackCents: 0, channel: "outside", note: "x" } as const;
    // The database refuses an entry without an author.
    await expect(refundSale(services, { ...wish, by: actorOf(admin.userId, "") })).rejects.toThrow(
      "actor_email",
    );
    expect(await readRows(db, "refunds", { sale_id: saleId }, "id")).toEqual([]);
    expect(await entriesOf(saleId)).toEqual([]);
  });
});

test("a prepared, confirmed and failed batch is audited with the payee's details masked", async () => {
  const { creator } = await sold();
  const asOf = String(services.clock().getTime());
  const cents = String(4990 - 749);
  const form = { asOf, count: "1", cents, creator: creator.userId };
  const prepared = await ask(world, prepare.action, { path: "/admin/payouts/prepare", form, ...asAdmin });
  const batchId = prepared.location?.split("/").at(-1) ?? "";
  expect(await entriesOf(batchId)).toMatchObject([
    { action: "payoutsPrepared", after: { payouts: 1, amountCents: 4241 } },
  ]);
  const failing = await addPreparedPayout(db, { creatorId: await addCreator(db), adminId: admin.userId });
  const { id } = await readRow(db, "payouts", { batch_id: batchId }, "id");
  for (const [batchId_, form] of [
    [batchId, { intent: "paid", payoutId: id, bankReference: "E2026" }],
    [failing.batchId, { intent: "failed", payoutId: failing.payoutId, failure: "Chave errada" }],
  ] as const) {
    const path = `/admin/payouts/${batchId_}`;
    // Sent twice, recorded once.
    for (const _ of [1, 2])
      await ask(world, batch.action, { path, params: { batchId: batchId_ }, form, ...asAdmin });
  }
  expect(await entriesOf(id)).toMatchObject([
    {
      action: "payoutPaid",
      after: { paidTo: "PIX a****@pix.example", bankReference: "E2026", amountCents: 4241 },
    },
  ]);
  expect(await entriesOf(failing.payoutId)).toMatchObject([
    { action: "payoutFailed", reason: "Chave errada" },
  ]);
  expect(JSON.stringify(await readRows(db, "audit_entries"))).not.toContain("ana@pix.example");

  for (const [handler, params] of [
    [payCsv.loader, { batchId }],
    [statementFile.loader, { batchId, payoutId: id }],
    [yearCsv.loader, { creatorId: creator.userId }],
  ] as const)
    await ask(world, handler, { path: "/admin/payouts", params, ...asAdmin });
  expect((await entriesOf(batchId)).at(-1)).toMatchObject({ action: "payFileExported" });
  expect((await entriesOf(id)).at(-1)).toMatchObject({ action: "statementExported" });
  expect((await entriesOf(creator.userId)).at(-1)).toMatchObject({ action: "yearExported" });
});

test("a replayed event, a reconciliation, and exports of people are audited", async () => {
  await addRows(db, "payment_events", { id: "evt_old", provider_type: "unknown", payload: "{}" });
  const run = (form: Record<string, string>) =>
    ask(world, reconciliation.action, { path: "/admin/reconciliation", form, ...asAdmin });
  for (const eventId of ["evt_old", "evt_gone"]) await run({ intent: "replay", eventId });
  await run({ intent: "run" });
  const file = { path: "/x", params: { file: "consumers.csv" }, ...asAdmin };
  await ask(world, exports.loader, file);
  await ask(world, exports.loader, { ...file, method: "HEAD" });
  expect(await entriesOf("evt_old")).toMatchObject([{ action: "eventReplayed" }]);
  expect(await entriesOf("evt_gone")).toEqual([]);
  expect(await entriesOf("stripe")).toMatchObject([{ action: "reconciliationRun" }]);
  expect(await entriesOf("consumers.csv")).toMatchObject([
    { action: "peopleExported", target_label: "consumidores.csv" },
  ]);
});
