import { createHmac } from "node:crypto";
import { type KyselyPlugin, sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { showReconciliation } from "~/features/office/reconciliation/show-reconciliation.server";
import { replayEvent, settleWaitingEvents } from "~/features/orders/settlement/receive-event.server";
import { runWithDeadline } from "~/integrations/request-deadline";
import { action } from "~/routes/system/stripe-webhook";
import { onServer } from "../../dev/postgres/on-server";
import { ask } from "../support/ask";
import { makeWebhook, sign } from "../support/payment-events";
import { actorOf, addConsumer, addCreator, addSale, addVideo } from "../support/rows";
import { addRows, readRow, readRows } from "../support/tables";
import { ownerUrlOf } from "../support/test-database";
import { startTestWorld, type TestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const path = "/webhooks/stripe";

let sale: { id: string; checkoutId: string };
let sales = 0;
beforeEach(async () => {
  sales += 1;
  const checkoutId = `cs_webhook_${sales}`;
  const videoId = await addVideo(db, await addCreator(db));
  sale = {
    id: await addSale(db, { consumerId: await addConsumer(db), videoId, status: "pending", checkoutId }),
    checkoutId,
  };
});

interface Sent {
  body: string | Uint8Array<ArrayBuffer>;
  signature?: string;
}

const deliver = ({ body, signature }: Sent, on: TestWorld = world) =>
  ask(on, action, {
    path,
    body,
    headers: { "Content-Type": "application/json", ...(signature ? { "Stripe-Signature": signature } : {}) },
  });
/** A signed message, its body exactly these bytes. */
function signBytes(body: Uint8Array<ArrayBuffer>, { services } = world): Sent {
  const at = Math.floor(services.clock().getTime() / 1000);
  const hmac = createHmac("sha256", services.env.STRIPE_WEBHOOK_SECRET ?? "");
  return { body, signature: `t=${at},v1=${hmac.update(`${at}.`).update(body).digest("hex")}` };
}

/** A world with another secret of the webhooks, or none. */
const withSecret = (STRIPE_WEBHOOK_SECRET?: string): TestWorld => ({
  ...world,
  services: { ...world.services, env: { ...world.services.env, STRIPE_WEBHOOK_SECRET } },
});

const statusOf = async () => (await readRow(db, "sales", { id: sale.id }, "status")).status;
const stored = async (id: string) => (await readRows(db, "payment_events", { id }, "id")).length;

test("a Stripe event is stored, settled and answered with 200, and a repeated one only with 200", async () => {
  const webhook = makeWebhook(world, "completedPaid", sale);
  expect(await deliver(webhook)).toMatchObject({ status: 200, text: "ok\n" });
  expect([await statusOf(), await stored(webhook.id)]).toEqual(["completed", 1]);
  expect(await deliver(webhook)).toMatchObject({ status: 200 });
  expect(await stored(webhook.id)).toBe(1);
});

test("fifty copies of each event are answered with 200 while its sale is locked, and settled once by a job", async () => {
  const completed = makeWebhook(world, "completedPaid", sale);
  const created = Math.floor(world.services.clock().getTime() / 1000);
  const charge = {
    id: `ch_busy_${sales}`,
    object: "charge",
    status: "succeeded",
    amount: 4990,
    currency: "brl",
    created,
    payment_intent: `pi_${sale.checkoutId}`,
    payment_method_details: { type: "card" },
    metadata: { sale_id: sale.id },
  };
  const event = { id: `evt_busy_${sales}`, object: "event", type: "charge.succeeded", created };
  const charged = sign(world, { ...event, data: { object: charge } });
  const statuses = await onServer(ownerUrlOf(world.services.env.DATABASE_URL), async (holder) => {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM sales WHERE id = $1 FOR UPDATE", [sale.id]);
    const deliveries = Array.from({ length: 50 }, () => [completed, charged]).flat();
    const answers = await Promise.all(
      deliveries.map((delivery) =>
        // The deadline of a request over HTTP.
        runWithDeadline({ endsAt: performance.now() + 4_500, hasBegun: () => false }, () =>
          deliver(delivery).then(({ status }) => status, String),
        ),
      ),
    );
    await holder.query("COMMIT");
    return answers;
  });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  for (const { id } of [completed, event]) await settleWaitingEvents(world.services, { eventId: id });
  expect(await statusOf()).toBe("completed");
  for (const { id } of [completed, event])
    expect(await readRow(db, "payment_events", { id })).toMatchObject({
      error: null,
      settled_at: expect.any(Date),
    });
});

describe("while the database fails over", () => {
  /** A world whose database is away for each statement that `isAway` chooses by its number. */
  function failing(isAway: (statement: number) => boolean): TestWorld {
    let statements = 0;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1;
        if (isAway(statements)) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    return { ...world, services: { ...world.services, db: db.withPlugin(plugin) } };
  }
  const jobs = () =>
    sql`SELECT FROM graphile_worker.jobs WHERE key LIKE 'settle-event:evt_test_%'`
      .execute(db)
      .then(({ rows }) => rows.length);

  test("an event that was stored gets its job as soon as the database is back", async () => {
    let isBack = false;
    const queued = await jobs();
    const webhook = makeWebhook(world, "completedPaid", sale);
    const answer = await deliver(
      webhook,
      failing((statement) => !isBack && statement > 1),
    );
    expect(answer).toMatchObject({ status: 200 });
    expect([await stored(webhook.id), await statusOf(), await jobs()]).toEqual([1, "pending", queued]);
    isBack = true;
    await expect.poll(jobs).toBe(queued + 1);
  });

  test("the job of an event fails, so that it is retried, and the event keeps its attempts", async () => {
    const { id, body } = makeWebhook(world, "completedPaid", sale);
    const event = { id, provider_type: "checkout.session.completed", payload: body };
    await addRows(db, "payment_events", event);
    const { services } = failing((statement) => statement === 2);
    await expect(settleWaitingEvents(services, { eventId: id })).rejects.toThrow("away");
    expect(await readRow(db, "payment_events", { id })).toMatchObject({ attempts: 0, error: null });
    await settleWaitingEvents(services, { eventId: id });
    expect(await statusOf()).toBe("completed");
  });
});

test("an event that cannot be settled is answered with 200, stored and logged", async () => {
  const webhook = makeWebhook(world, "completedPaid", { ...sale, amountCents: 1 });
  expect(await deliver(webhook)).toMatchObject({ status: 200 });
  expect(await statusOf()).toBe("pending");
  expect(world.logged.at(-1)).toMatchObject({ level: 50, eventId: webhook.id, reason: "otherAmount" });
});

describe("an invalid signature is answered with 400, and the event is neither stored nor settled", () => {
  test.each<[string, (webhook: { body: string; signature: string }) => Sent]>([
    ["no signature", ({ body }) => ({ body })],
    ["an empty one", ({ body }) => ({ body, signature: "" })],
    ["one of another body", ({ body, signature }) => ({ body: body.replace("4990", "4991"), signature })],
    [
      "one with a character changed",
      ({ body, signature }) => ({ body, signature: signature.replace(/.$/, (c) => (c === "0" ? "1" : "0")) }),
    ],
    ["nonsense for one", ({ body }) => ({ body, signature: "t=,v1=" })],
    ["one of another secret", ({ body }) => signBytes(Buffer.from(body), withSecret("whsec_other"))],
  ])("if the webhook has %s", async (_, change) => {
    const webhook = makeWebhook(world, "completedPaid", sale);
    expect(await deliver(change(webhook))).toMatchObject({ status: 400, text: "badSignature\n" });
    expect([await statusOf(), await stored(webhook.id)]).toEqual(["pending", 0]);
  });

  test("if the signature is five minutes and a second old", async () => {
    const webhook = makeWebhook(world, "completedPaid", sale);
    world.advance(301_000);
    expect(await deliver(webhook)).toMatchObject({ status: 400 });
    world.advance(-1_000);
    expect(await deliver(webhook)).toMatchObject({ status: 200 });
  });
});

describe("a signed event that is not understood is answered with 200, stored unchanged, logged, and listed for administrators", () => {
  const newest = () =>
    db.selectFrom("payment_events").selectAll().orderBy("received_at", "desc").executeTakeFirstOrThrow();
  const shown = async () => ({
    events: (await showReconciliation(world.services)).events.map(({ id, error }) => [id, error]),
    waiting: (await countWaiting(db, world.services.clock())).events,
  });
  const charge = (more: object = {}) => ({
    id: `evt_charge_${sales}`,
    object: "event",
    type: "charge.updated",
    created: 1_800_000_000,
    data: { object: { id: "ch_1", object: "charge", ...more } },
  });

  beforeEach(() => {
    world.advance(1_000);
  });

  test.each<[string, (name: string) => string]>([
    ["a list", () => "[]"],
    ["nothing", () => "null"],
    ["no JSON", () => "{"],
    ["no event", () => '{"id":1,"object":"event"}'],
    ["an event of the second API", () => '{"id":"evt_thin","object":"v2.core.event","type":"v2.x"}'],
    ["an id with NUL", (name) => `{"id":"evt_\\u0000_${name}","object":"event","type":"charge.updated"}`],
    ["an id too long for an index", () => `{"id":"${"0123456789".repeat(3000)}","object":"event"}`],
    ["100,000 levels", () => "[".repeat(100_000) + "]".repeat(100_000)],
  ])('in the case "%s"', async (name, make) => {
    const body = Buffer.from(make(name));
    expect(await deliver(signBytes(body))).toMatchObject({ status: 200, text: "ok\n" });
    const { id, ...kept } = await newest();
    expect(kept).toMatchObject({ body, error: "unreadable", settled_at: world.services.clock() });
    expect(world.logged.at(-1)).toMatchObject({ level: 50, eventId: id });
    expect((await shown()).events).toContainEqual([id, "unreadable"]);
    expect(await deliver(signBytes(body))).toMatchObject({ status: 200 });
    expect(await stored(id)).toBe(1);
  });

  test("and is settled under Stripe's id once a release understands its new shape", async () => {
    const { waiting } = await shown();
    const message = charge({ status: "succeeded", amount: { value: 4990 }, payment_intent: "pi_1" });
    expect(await deliver(sign(world, message))).toMatchObject({ status: 200 });
    expect(await newest()).toMatchObject({
      id: message.id,
      provider_type: "charge.updated",
      payload: message,
    });
    expect((await shown()).waiting).toBe(waiting + 1);
    const by = actorOf(crypto.randomUUID());
    expect(await replayEvent(world.services, message.id, by)).toEqual({ ok: false, error: "unreadable" });
    expect((await shown()).events).toContainEqual([message.id, "unreadable"]);
    const later: TestWorld["services"] = {
      ...world.services,
      payments: {
        ...world.services.payments,
        readStoredEvent: ({ body }) => ({
          id: message.id,
          providerType: message.type,
          createdAt: world.services.clock(),
          body: body ?? Buffer.of(),
          payload: message,
          fact: undefined,
        }),
      },
    };
    expect(await replayEvent(later, message.id, by)).toBe("ignored");
    expect((await shown()).events).not.toContainEqual([message.id, "unreadable"]);
  });

  test("and is stored beside another one with its id, and replaced by one that is understood", async () => {
    const known = makeWebhook(world, "completedPaid", sale);
    await deliver(known);
    const message = { ...JSON.parse(known.body), data: { object: { id: "cs_1", mode: "payment" } } };
    world.advance(1_000);
    await deliver(sign(world, message));
    expect(await newest()).toMatchObject({ id: expect.stringMatching(/^sha256:/), error: "unreadable" });
    expect(await stored(known.id)).toBe(1);

    const next = { ...charge({ status: "pending" }), id: `evt_again_${sales}` };
    await deliver(sign(world, next));
    expect((await shown()).events).toContainEqual([next.id, "unreadable"]);
    await deliver(sign(world, { ...next, data: { object: {} }, type: "customer.created" }));
    expect((await shown()).events).not.toContainEqual([next.id, "unreadable"]);
  });

  test("and is kept when a retry does not understand it either", async () => {
    const id = `evt_kept_${sales}`;
    const event = { id, provider_type: "charge.updated", payload: JSON.stringify({ id }) };
    await addRows(db, "payment_events", { ...event, received_at: new Date(0) });
    await settleWaitingEvents(world.services);
    expect((await shown()).events).toContainEqual([id, "unreadable"]);
  });
});

describe("an event with a text that the database cannot store is settled, and its body kept", () => {
  test.each([
    ["NUL", "a\\u0000b"],
    ["half a surrogate pair", "a\\ud83cb"],
    ["the other half", "a\\udfb8b"],
  ])("with %s", async (_, text) => {
    const { body } = makeWebhook(world, "completedPaid", sale);
    const message = body.replace("beto@example.com", text);
    expect(await deliver(signBytes(Buffer.from(message)))).toMatchObject({ status: 200 });
    expect(await statusOf()).toBe("completed");
    const { id } = JSON.parse(message);
    const kept = await readRow(db, "payment_events", { id }, "body", "payload", "error");
    expect(kept).toEqual({ body: Buffer.from(message), payload: null, error: null });
  });

  test("as the reason of a dispute or a failed refund", async () => {
    await deliver(makeWebhook(world, "completedPaid", sale));
    const intent = `pi_${sale.checkoutId}`;
    const common = { payment_intent: intent, amount: 100, currency: "brl", created: 1_700_000_000 };
    const dispute = { ...common, id: `du_${sales}`, status: "needs_response", reason: "a\0b\ud83c" };
    const refund = { ...common, id: `re_${sales}`, status: "failed", failure_reason: "a\0b" };
    for (const [type, object] of [
      ["charge.dispute.created", dispute],
      ["refund.failed", refund],
    ] as const) {
      const id = `evt_${object.id}`;
      const event = { id, object: "event", type, created: 1_700_000_000, data: { object } };
      expect(await deliver(sign(world, event))).toMatchObject({ status: 200 });
      expect(await stored(id)).toBe(1);
    }
    const { reason } = await readRow(db, "disputes", { id: dispute.id }, "reason");
    expect(reason).toBe("other");
    const failed = await readRow(db, "refunds", { provider_refund_id: refund.id });
    expect(failed).toMatchObject({ failure: "other", provider_message: "a\uFFFDb" });
  });

  test("as signed bytes that are not UTF-8", async () => {
    const { body } = makeWebhook(world, "completedPaid", sale);
    const bytes = Buffer.from(body.replace("beto@example.com", "\u00ff@example.com"), "latin1");
    expect(await deliver(signBytes(bytes))).toMatchObject({ status: 200 });
    expect(await statusOf()).toBe("completed");
    const { id } = JSON.parse(body);
    const kept = await readRow(db, "payment_events", { id }, "body");
    expect(kept.body).toEqual(bytes);
  });
});

test("half a megabyte is accepted, and a byte more gets 413", async () => {
  const empty = { id: "evt_large", object: "event", type: "x", created: 1, data: { object: {} }, pad: "" };
  const filled = (bytes: number) =>
    sign(world, { ...empty, pad: "x".repeat(bytes - JSON.stringify(empty).length) });
  expect(await deliver(filled(512 * 1024))).toMatchObject({ status: 200 });
  expect(await deliver(filled(512 * 1024 + 1))).toMatchObject({ status: 413, thrown: true });
});

test("the endpoint is 404 without a secret, and for the signature of an empty secret", async () => {
  const off = withSecret(undefined);
  const webhook = makeWebhook(off, "completedPaid", sale);
  expect(await deliver(webhook, off)).toMatchObject({ status: 404 });
  expect([await statusOf(), await stored(webhook.id)]).toEqual(["pending", 0]);
});
