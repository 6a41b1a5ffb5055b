import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { receiveEvent } from "~/features/orders/settlement/receive-event.server";
import type { ChargeFact, PaymentFact } from "~/integrations/payments/payments";
import { asOwner } from "../../../support/as-owner";
import { listJobs } from "../../../support/jobs";
import {
  type CheckoutEvent,
  checkoutEvents,
  makeWebhook,
  type ReportedSale,
  readWebhook,
  sign,
  tell,
} from "../../../support/payment-events";
import { chargeFact, checkoutFact } from "../../../support/payment-facts";
import { readSale } from "../../../support/payment-scene";
import { expectNoViolations } from "../../../support/proofs";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { findRow, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const kinds = Object.keys(checkoutEvents) as CheckoutEvent[];
const videoId = await addVideo(db, await addCreator(db));
let sale: Begun;

beforeEach(async () => {
  sale = await begin();
});

let sessions = 0;
type Begun = ReportedSale & { consumerId: string };

/** A pending sale, its checkout open: a new buyer's, or one more of the same. */
async function begin(before?: Begun): Promise<Begun> {
  sessions += 1;
  const checkoutId = `cs_test_${sessions}`;
  const consumerId = before?.consumerId ?? (await addConsumer(db));
  return {
    id: await addSale(db, { consumerId, videoId, status: "pending", checkoutId }),
    checkoutId,
    consumerId,
  };
}

const row = ({ id }: { id: string }) => readRow(db, "sales", { id });
const event = (id: string) => findRow(db, "payment_events", { id });

/** The status in which a sequence of events must end: money that was received counts, whatever else happened. */
function endOf(sequence: readonly CheckoutEvent[]): SaleStatus {
  if (sequence.includes("completedPaid") || sequence.includes("asyncSucceeded")) return "completed";
  let waiting = false;
  for (const kind of sequence) {
    if (kind === "asyncFailed") return "failed";
    if (kind === "completedUnpaid") waiting = true;
    if (kind === "expired" && !waiting) return "failed";
  }
  return waiting ? "processing" : "pending";
}

// The first event leaves each status that a later one can meet; longer sequences are random at night.
test.each(kinds)("%s and any other event end in the expected status, step by step", async (first) => {
  for (const second of kinds) {
    const tried = await begin();
    for (const sequence of [[first], [first, second]]) {
      await tell(world, sequence.at(-1) ?? first, tried);
      const { status, completed_at } = await row(tried);
      const expected = endOf(sequence);
      expect([status, completed_at !== null], sequence.join()).toEqual([expected, expected === "completed"]);
    }
  }
});

test("an event that arrives fifty times at once is settled once", async () => {
  const message = readWebhook(world, makeWebhook(world, "completedPaid", sale));
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => receiveEvent(db, message, services.clock())),
  );
  expect(answers.filter((answer) => answer !== "repeat")).toEqual([{ ok: true, status: "completed" }]);
  expect(await event(message.id)).toMatchObject({ attempts: 1, error: null, settled_at: services.clock() });
  expect(await row(sale)).toMatchObject({ status: "completed", completed_at: services.clock() });
});

test("fifty different events of one fact settle one sale, with the time of the first", async () => {
  const first = services.clock();
  await tell(world, "completedPaid", sale);
  world.advance(60_000);
  const answers = await Promise.all(Array.from({ length: 50 }, () => tell(world, "asyncSucceeded", sale)));
  expect(answers).toEqual(Array(50).fill({ ok: true, status: "completed" }));
  expect(await row(sale)).toMatchObject({ status: "completed", completed_at: first });
});

test("an event that precedes the stored checkout is settled, and stores the checkout", async () => {
  await setRows(db, "sales", { id: sale.id }, { provider_checkout_id: null });
  expect(await tell(world, "completedPaid", sale)).toEqual({ ok: true, status: "completed" });
  expect((await row(sale)).provider_checkout_id).toBe(sale.checkoutId);
});

test.each(["refunded", "disputed"] as const)(
  "a %s sale keeps its status after any late event",
  async (status) => {
    const checkoutId = `cs_test_${status}`;
    const consumerId = await addConsumer(db);
    const told = { id: await addSale(db, { consumerId, videoId, status, checkoutId }), checkoutId };
    for (const kind of kinds) await tell(world, kind, told);
    expect((await row(told)).status).toBe(status);
  },
);

describe("an event is refused with a stored reason and leaves the sale unchanged", () => {
  test.each<[string, (sale: ReportedSale) => ReportedSale, string]>([
    ["another amount", (told) => ({ ...told, amountCents: 4989 }), "otherAmount"],
    ["another checkout", (told) => ({ ...told, checkoutId: "cs_test_other" }), "otherCheckout"],
    [
      "a sale that is not there",
      (told) => ({ ...told, id: "00000000-0000-4000-8000-000000000000" }),
      "unknownSale",
    ],
  ])("with %s", async (_, change, error) => {
    const before = await row(sale);
    const message = readWebhook(world, makeWebhook(world, "completedPaid", change(sale)));
    expect(await receiveEvent(db, message, services.clock())).toEqual({ ok: false, error });
    expect(await row(sale)).toEqual(before);
    expect(await event(message.id)).toMatchObject({
      error,
      settled_at: services.clock(),
      payload: message.payload,
    });
  });
});

describe("a sale paid twice gives one access and refunds the second payment", () => {
  const refundsOf = ({ id }: { id: string }) => readRows(db, "refunds", { sale_id: id });

  test("if the second one is reported later", async () => {
    await tell(world, "expired", sale);
    const again = await begin(sale);
    await tell(world, "completedPaid", again);
    expect(await tell(world, "completedPaid", sale)).toEqual({ ok: true, status: "refunded" });
    expect([(await row(sale)).status, (await row(again)).status]).toEqual(["refunded", "completed"]);
    expect(await row(sale)).toMatchObject({ duplicate: true, completed_at: null });
    expect(await refundsOf(sale)).toMatchObject([
      { amount_cents: 4990, status: "requested", channel: "provider", reason: "duplicate" },
    ]);
    expect(await refundsOf(again)).toEqual([]);
  });

  test("if both are reported at the same instant", async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await begin();
      await tell(world, "completedUnpaid", one);
      const two = await begin(one);
      await Promise.all([tell(world, "asyncSucceeded", one), tell(world, "completedPaid", two)]);
      const statuses = [(await row(one)).status, (await row(two)).status];
      expect(statuses.sort()).toEqual(["completed", "refunded"]);
      expect([...(await refundsOf(one)), ...(await refundsOf(two))]).toHaveLength(1);
    }
  });
});

test("a payment that belongs to another sale is not a second one", async () => {
  await tell(world, "completedPaid", sale);
  const other = await begin();
  const stolen = tell(world, "completedPaid", { ...other, paymentId: `pi_${sale.checkoutId}` });
  expect(await stolen).toMatchObject({
    queued: true,
    cause: { constraint: "sales_provider_payment_id_key" },
  });
  expect((await row(other)).status).toBe("pending");
});

test.each([
  ["a type unknown to us", { id: "evt_u1", type: "invoice.paid", data: { object: {} } }],
  [
    "a checkout that is not for a payment",
    { id: "evt_u2", type: "checkout.session.completed", data: { object: { mode: "setup" } } },
  ],
])("%s is stored and counts as settled", async (_, message) => {
  const read = readWebhook(world, sign(world, { object: "event", created: 1, ...message }));
  expect(await receiveEvent(db, read, services.clock())).toBe("ignored");
  expect(await event(read.id)).toMatchObject({
    provider_type: message.type,
    settled_at: services.clock(),
    error: null,
  });
  expect(await receiveEvent(db, read, services.clock())).toBe("repeat");
});

test("an event whose settlement fails in the database is kept, and its job or the next delivery settles it", async () => {
  await asOwner(
    db,
    `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$;
     CREATE TRIGGER planted BEFORE UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION planted()`,
  );
  const message = readWebhook(world, makeWebhook(world, "completedPaid", sale));
  expect(await receiveEvent(db, message, services.clock())).toMatchObject({
    queued: true,
    cause: { message: "planted" },
  });
  expect(await listJobs(db, { about: `settle-event:${message.id}` })).toHaveLength(1);
  expect(await event(message.id)).toMatchObject({ settled_at: null, attempts: 0 });
  expect((await row(sale)).status).toBe("pending");
  await asOwner(db, "DROP TRIGGER planted ON sales");
  expect(await receiveEvent(db, message, services.clock())).toEqual({ ok: true, status: "completed" });
  expect(await event(message.id)).toMatchObject({ settled_at: services.clock(), attempts: 1 });
});

// One statement stores the event and writes the sale's row.
describe("a charge that is reported before its checkout", () => {
  const chargeOf = (more: Partial<ChargeFact> = {}) => chargeFact(sale.checkoutId, sale.id, more);
  const checkoutOf = () => {
    const at = services.clock();
    return checkoutFact(sale.checkoutId, sale.id, { checkoutId: sale.checkoutId, paidAt: at, openedAt: at });
  };
  const receive = (id: string, fact: PaymentFact) => {
    const told = { id, createdAt: services.clock(), providerType: fact.kind, payload: {}, fact };
    return receiveEvent(db, { ...told, body: Buffer.from("{}") }, services.clock());
  };

  test("is settled when it is stored, and leaves the sale unpaid", async () => {
    expect(await receive(`evt_${sale.checkoutId}`, chargeOf({ feeCents: 199 }))).toBe("known");
    expect(await row(sale)).toMatchObject({
      status: "pending",
      paid_at: null,
      provider_payment_id: `pi_${sale.checkoutId}`,
      provider_charge_id: `ch_${sale.checkoutId}`,
      payment_method: "card",
      provider_fee_cents: 199,
    });
    expect(await event(`evt_${sale.checkoutId}`)).toMatchObject({
      sale_id: sale.id,
      settled_at: services.clock(),
      error: null,
      attempts: 1,
    });
    expect(await receive(`evt_${sale.checkoutId}`, chargeOf())).toBe("repeat");
  });

  test("keeps a fee that a later report does not name", async () => {
    await receive(`evt_${sale.checkoutId}_a`, chargeOf({ feeCents: 199 }));
    await receive(`evt_${sale.checkoutId}_b`, chargeOf());
    expect((await row(sale)).provider_fee_cents).toBe(199);
  });

  test.each([
    ["of another amount", { amountCents: 4991 }],
    ["in another currency", { currency: "USD" }],
  ])("%s changes nothing and keeps its error", async (_, more) => {
    expect(await receive(`evt_${sale.checkoutId}`, chargeOf(more))).toEqual({
      ok: false,
      error: "otherAmount",
    });
    expect(await row(sale)).toMatchObject({ provider_payment_id: null, provider_charge_id: null });
  });

  test("of another payment than the sale's changes nothing", async () => {
    await receive(`evt_${sale.checkoutId}_a`, chargeOf());
    const other = chargeOf({ paymentId: "pi_other", chargeId: "ch_other" });
    expect(await receive(`evt_${sale.checkoutId}_b`, other)).toEqual({ ok: false, error: "unknownPayment" });
    expect(await row(sale)).toMatchObject({ provider_charge_id: `ch_${sale.checkoutId}` });
  });

  test("whose payment is another sale's is stored, though it cannot be settled", async () => {
    await receive(`evt_${sale.checkoutId}_a`, chargeOf());
    const other = await addSale(db, { consumerId: await addConsumer(db), videoId, status: "pending" });
    expect(await receive(`evt_${sale.checkoutId}_b`, chargeFact(sale.checkoutId, other))).toMatchObject({
      queued: true,
      cause: { constraint: "sales_provider_payment_id_key" },
    });
    expect(await event(`evt_${sale.checkoutId}_b`)).toMatchObject({ settled_at: null, sale_id: null });
  });

  test("of an erased buyer only the fact of the charge is stored", async () => {
    await setRows(db, "users", { id: (await row(sale)).consumer_id }, { erased_at: services.clock() });
    expect(await receive(`evt_${sale.checkoutId}`, chargeOf())).toMatchObject({ ok: true });
    expect(await event(`evt_${sale.checkoutId}`)).toMatchObject({ body: null, payload: {} });
  });

  test("and its checkout's event pay the sale once in any order", async () => {
    await Promise.all(
      Array.from({ length: 4 }, (_, n) => [
        receive(`evt_${sale.checkoutId}_charge_${n}`, chargeOf()),
        receive(`evt_${sale.checkoutId}_checkout_${n}`, checkoutOf()),
      ]).flat(),
    );
    expect((await row(sale)).provider_charge_id).toBe(`ch_${sale.checkoutId}`);
    expect(await readSale(world, sale.id)).toMatchObject({
      status: "completed",
      accounts: { creator: 4241 },
    });
  });
});

afterAll(() => expectNoViolations(db));
