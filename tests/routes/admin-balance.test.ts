/** The administrators' balance forms without script: messages beside the field, values kept. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import * as adjustBalance from "~/routes/admin/adjust-balance";
import { ask } from "../support/ask";
import { makeAdmin, makeCreator, type Person } from "../support/people";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
let admin: Person;
let ana: Person;
beforeEach(async () => {
  await db.deleteFrom("user_roles").execute();
  admin = await makeAdmin(world);
  ana = await makeCreator(world);
});

const at = (creatorId = ana.userId) => ({
  path: `/admin/creators/${creatorId}/balance`,
  params: { creatorId },
  cookie: admin.cookie,
});
const form = (changes: Record<string, string> = {}) => ({
  id: randomUUID(),
  kind: "credit",
  amount: "10,00",
  reason: "Bônus de lançamento",
  ...changes,
});
const send = (changes: Record<string, string> = {}, creatorId?: string) =>
  ask(world, adjustBalance.action, { ...at(creatorId), form: form(changes) });

test("a credit is posted, shown with reason and author, and leads back to the page", async () => {
  const sent = await send();
  expect([sent.status, sent.location]).toEqual([303, `/admin/creators/${ana.userId}/balance`]);
  const page = await ask(world, adjustBalance.loader, at());
  expect(page.data).toMatchObject({
    balanceCents: 1000,
    adjustments: [{ kind: "credit", cents: 1000, reason: "Bônus de lançamento", email: admin.email }],
  });
});

test.each([
  [{ kind: "" }, { kind: "common.required" }, 400],
  [{ kind: "gift" }, { kind: "common.required" }, 400],
  [{ amount: "" }, { amount: "common.required" }, 400],
  [{ amount: "-5" }, { amount: "office.amountInvalid" }, 400],
  [{ amount: "100000,01" }, { amount: "adjust.tooHigh" }, 409],
  [{ reason: "" }, { reason: "common.required" }, 400],
  [{ reason: "x".repeat(501) }, { reason: "accounts.tooLong" }, 400],
  [{ kind: "writeOff" }, { amount: "adjust.noDebt" }, 409],
  [{ id: "x" }, { id: "common.checkFields" }, 400],
])(
  "the invalid adjustment %j has a message beside the field, with the typed value",
  async (changes, errors, status) => {
    const refused = await send(changes as Record<string, string>);
    expect(refused.status).toBe(status);
    expect(refused.data).toMatchObject({ problem: { errors, values: changes } });
  },
);

test("the adjustment of an unknown creator is 404", async () => {
  expect((await ask(world, adjustBalance.loader, at(randomUUID()))).status).toBe(404);
  expect((await send({}, randomUUID())).status).toBe(404);
});
