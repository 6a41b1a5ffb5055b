import { beforeEach, describe, expect, test } from "vitest";
import { action, loader } from "~/routes/system/stripe-webhook";
import { ask } from "../support/ask";
import { makeWebhook, sign } from "../support/payment-events";
import { addConsumer, addCreator, addSale, addVideo } from "../support/rows";
import { startTestWorld, type TestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const path = "/webhooks/stripe";

let sale: { id: string; sessionId: string };
let sales = 0;
beforeEach(async () => {
  sales += 1;
  const sessionId = `cs_webhook_${sales}`;
  const videoId = await addVideo(db, await addCreator(db));
  sale = {
    id: await addSale(db, { consumerId: await addConsumer(db), videoId, status: "pending", sessionId }),
    sessionId,
  };
});

const deliver = ({ body, signature }: { body: string; signature?: string }, on: TestWorld = world) =>
  ask(on, action, {
    path,
    body,
    headers: { "Content-Type": "application/json", ...(signature ? { "Stripe-Signature": signature } : {}) },
  });
const statusOf = async () =>
  (await db.selectFrom("sales").select("status").where("id", "=", sale.id).executeTakeFirstOrThrow()).status;
const stored = async (id: string) =>
  (await db.selectFrom("payment_events").select("id").where("id", "=", id).execute()).length;

test("an event of Stripe's: stored, settled, 200; a repeat: 200 and nothing more", async () => {
  const webhook = makeWebhook(world, "completedPaid", sale);
  expect(await deliver(webhook)).toMatchObject({ status: 200, text: "ok\n" });
  expect([await statusOf(), await stored(webhook.id)]).toEqual(["completed", 1]);
  expect(await deliver(webhook)).toMatchObject({ status: 200 });
  expect(await stored(webhook.id)).toBe(1);
});

test("what cannot be settled: 200, since a repeat would change nothing; stored, and in the log", async () => {
  const webhook = makeWebhook(world, "completedPaid", { ...sale, amountCents: 1 });
  expect(await deliver(webhook)).toMatchObject({ status: 200 });
  expect(await statusOf()).toBe("pending");
  expect(world.logged.at(-1)).toMatchObject({ level: 50, eventId: webhook.id, reason: "otherAmount" });
});

describe("400, nothing stored, nothing settled", () => {
  test.each<[string, (webhook: { body: string; signature: string }) => { body: string; signature?: string }]>(
    [
      ["no signature", ({ body }) => ({ body })],
      ["an empty one", ({ body }) => ({ body, signature: "" })],
      ["one of another body", ({ body, signature }) => ({ body: body.replace("4990", "4991"), signature })],
      [
        "one with a character changed",
        ({ body, signature }) => ({
          body,
          signature: signature.replace(/.$/, (c) => (c === "0" ? "1" : "0")),
        }),
      ],
      ["nonsense for one", ({ body }) => ({ body, signature: "t=,v1=" })],
    ],
  )("%s", async (_, change) => {
    const webhook = makeWebhook(world, "completedPaid", sale);
    expect(await deliver(change(webhook))).toMatchObject({ status: 400, text: "badSignature\n" });
    expect([await statusOf(), await stored(webhook.id)]).toEqual(["pending", 0]);
  });

  test("one of another secret", async () => {
    const other = {
      ...world,
      services: { ...world.services, env: { ...world.services.env, STRIPE_WEBHOOK_SECRET: "whsec_other" } },
    };
    expect(await deliver(makeWebhook(other, "completedPaid", sale))).toMatchObject({ status: 400 });
    expect(await statusOf()).toBe("pending");
  });

  test("one five minutes and a second old", async () => {
    const webhook = makeWebhook(world, "completedPaid", sale);
    world.advance(301_000);
    expect(await deliver(webhook)).toMatchObject({ status: 400 });
    world.advance(-1_000);
    expect(await deliver(webhook)).toMatchObject({ status: 200 });
  });

  test.each([[[]], [{}], [null], ["x"], [{ id: 1, object: "event" }]])(
    "signed, but no event: %j",
    async (message) => {
      expect(await deliver(sign(world, message))).toMatchObject({ status: 400, text: "malformed\n" });
    },
  );
});

test("half a megabyte is read, a byte more is 413", async () => {
  const filled = (bytes: number) => {
    const empty = JSON.stringify({
      id: "evt_large",
      object: "event",
      type: "x",
      created: 1,
      data: { object: {} },
      pad: "",
    });
    return sign(world, { ...JSON.parse(empty), pad: "x".repeat(bytes - empty.length) });
  };
  expect(await deliver(filled(512 * 1024))).toMatchObject({ status: 200 });
  expect(await deliver(filled(512 * 1024 + 1))).toMatchObject({ status: 413, thrown: true });
});

test("without a secret the endpoint is off: 404, also for what an empty secret would sign", async () => {
  const { STRIPE_WEBHOOK_SECRET: _, ...env } = world.services.env;
  const off = { ...world, services: { ...world.services, env } };
  const webhook = makeWebhook(off, "completedPaid", sale);
  expect(await deliver(webhook, off)).toMatchObject({ status: 404 });
  expect([await statusOf(), await stored(webhook.id)]).toEqual(["pending", 0]);
});

test("read, or sent by another method: 404", async () => {
  expect(await ask(world, loader, { path })).toMatchObject({ status: 404 });
  const { body, signature } = makeWebhook(world, "completedPaid", sale);
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const answer = await ask(world, action, {
      path,
      method,
      body,
      headers: { "Stripe-Signature": signature },
    });
    expect(answer).toMatchObject({ status: 404 });
  }
  expect(await statusOf()).toBe("pending");
});
