/** A charge that is reported before its checkout: one statement stores the event and writes the sale's row. */
import { beforeEach, expect, test } from "vitest";
import { receiveEvent } from "~/features/orders/settlement/receive-event.server";
import type { ChargeFact, PaymentFact } from "~/integrations/payments/payments";
import { chargeFact, checkoutFact } from "../../../support/payment-facts";
import { readSale } from "../../../support/payment-scene";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db, clock } = world.services;
const videoId = await addVideo(db, await addCreator(db));
let saleId: string;
let number = 0;

beforeEach(async () => {
  number += 1;
  const consumerId = await addConsumer(db);
  saleId = await addSale(db, { consumerId, videoId, status: "pending", checkoutId: `cs_early_${number}` });
});

const chargeOf = (more: Partial<ChargeFact> = {}) => chargeFact(`${number}`, saleId, more);

const receive = (id: string, fact: PaymentFact) =>
  receiveEvent(
    db,
    { id, createdAt: clock(), providerType: fact.kind, body: Buffer.from("{}"), payload: {}, fact },
    clock(),
  );

const checkoutOf = () =>
  checkoutFact(`${number}`, saleId, { paidAt: clock(), checkoutId: `cs_early_${number}`, openedAt: clock() });

const row = () => readRow(db, "sales", { id: saleId });
const event = (id: string) => readRow(db, "payment_events", { id });

test("an early charge is settled when it is stored, and leaves the sale unpaid", async () => {
  expect(await receive(`evt_${number}`, chargeOf({ feeCents: 199 }))).toBe("known");
  expect(await row()).toMatchObject({
    status: "pending",
    paid_at: null,
    provider_payment_id: `pi_${number}`,
    provider_charge_id: `ch_${number}`,
    payment_method: "card",
    provider_fee_cents: 199,
  });
  expect(await event(`evt_${number}`)).toMatchObject({
    sale_id: saleId,
    settled_at: clock(),
    error: null,
    attempts: 1,
  });
  expect(await receive(`evt_${number}`, chargeOf())).toBe("repeat");
});

test("an early charge keeps a fee that a later report does not name", async () => {
  await receive(`evt_${number}_a`, chargeOf({ feeCents: 199 }));
  await receive(`evt_${number}_b`, chargeOf());
  expect((await row()).provider_fee_cents).toBe(199);
});

test.each([
  ["of another amount", { amountCents: 4991 }],
  ["in another currency", { currency: "USD" }],
])("a charge %s changes nothing and keeps its error", async (_, more) => {
  expect(await receive(`evt_${number}`, chargeOf(more))).toEqual({ ok: false, error: "otherAmount" });
  expect(await row()).toMatchObject({ provider_payment_id: null, provider_charge_id: null });
});

test("a charge of another payment than the sale's changes nothing", async () => {
  await receive(`evt_${number}_a`, chargeOf());
  const other = chargeOf({ paymentId: "pi_other", chargeId: "ch_other" });
  expect(await receive(`evt_${number}_b`, other)).toEqual({ ok: false, error: "unknownPayment" });
  expect(await row()).toMatchObject({ provider_charge_id: `ch_${number}` });
});

test("a charge whose payment is another sale's is stored, though it cannot be settled", async () => {
  await receive(`evt_${number}_a`, chargeOf());
  saleId = await addSale(db, { consumerId: await addConsumer(db), videoId, status: "pending" });
  expect(await receive(`evt_${number}_b`, chargeOf())).toMatchObject({
    queued: true,
    cause: { constraint: "sales_provider_payment_id_key" },
  });
  expect(await event(`evt_${number}_b`)).toMatchObject({ settled_at: null, sale_id: null });
});

test("of an erased buyer only the fact of the charge is stored", async () => {
  await setRows(db, "users", { id: (await row()).consumer_id }, { erased_at: clock() });
  expect(await receive(`evt_${number}`, chargeOf())).toMatchObject({ ok: true });
  expect(await event(`evt_${number}`)).toMatchObject({ body: null, payload: {} });
});

test("a charge and its checkout's event pay the sale once in any order", async () => {
  await Promise.all(
    Array.from({ length: 4 }, (_, n) => [
      receive(`evt_${number}_charge_${n}`, chargeOf()),
      receive(`evt_${number}_checkout_${n}`, checkoutOf()),
    ]).flat(),
  );
  expect((await row()).provider_charge_id).toBe(`ch_${number}`);
  expect(await readSale(world, saleId)).toMatchObject({ status: "completed", accounts: { creator: 4241 } });
});
