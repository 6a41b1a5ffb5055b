import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { forgetOld } from "~/features/entrance/privacy/forget-old.server";
import { saveTaxId } from "~/features/money/payees/stored-tax-id.server";
import { insertPaymentEvent } from "~/features/orders/settlement/payment-events.queries.server";
import { sweep } from "~/server/sweep.server";
import { asOwner } from "../../../support/as-owner";
import { addConsumer, addCreator } from "../../../support/rows";
import { addRows, readInOrder, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db, clock } = services;
const month = 31 * 86_400_000;
const monthsAgo = (months: number) => new Date(clock().getTime() - months * month);

let buyer: string;
beforeAll(async () => {
  buyer = await addConsumer(db);
});

async function addEvent(id: string, receivedAt: Date, settled: boolean): Promise<void> {
  const payload = { id, email: "marina@example.com" };
  const body = Buffer.from(JSON.stringify(payload));
  await insertPaymentEvent(db, { id, providerType: "x", body, payload, now: receivedAt });
  if (settled) await setRows(db, "payment_events", { id }, { settled_at: receivedAt });
}

test("bodies of settled events are emptied after 13 months, and others are kept", async () => {
  await addEvent("old", monthsAgo(14), true);
  await addEvent("old, not settled", monthsAgo(14), false);
  await addEvent("recent", monthsAgo(12), true);
  await sweep(services);
  const events = await readInOrder(db, "payment_events", {}, ["id"], "id", "body", "payload");
  expect(events.map(({ id, body, payload }) => [id, body !== null, JSON.stringify(payload)])).toEqual([
    ["old", false, "{}"],
    ["old, not settled", true, expect.stringContaining("marina")],
    ["recent", true, expect.stringContaining("marina")],
  ]);
  await forgetOld(services);
  expect(world.logged.filter(({ what }) => what === "bodies of payment events")).toHaveLength(1);
});

test("mails are deleted 13 months after they ended, and no waiting one", async () => {
  const to = { email: "marina@example.com", locale: "pt", facts: "{}" } as const;
  const mail = { ...to, kind: "receipt", created_at: monthsAgo(20) };
  await addRows(db, "mails", [
    { ...mail, key: "old", status: "sent", ended_at: monthsAgo(14) },
    { ...mail, key: "recent", status: "sent", ended_at: monthsAgo(12) },
    { ...mail, key: "waiting", status: "waiting", ended_at: null },
  ]);
  await forgetOld(services);
  const kept = await readInOrder(db, "mails", { kind: "receipt" }, ["key"], "key");
  expect(kept.map(({ key }) => key)).toEqual(["recent", "waiting"]);
});

test("the tax numbers of creators are deleted six years after their erasure, and no others", async () => {
  const names: Record<string, string> = {};
  for (const [name, erasedAt] of Object.entries({ here: null, recent: monthsAgo(70), old: monthsAgo(74) })) {
    const userId = await addCreator(db);
    names[userId] = name;
    const taxId = { kind: "cpf", value: "52998224725" } as const;
    await saveTaxId(db, services.secretBox, { userId, taxId });
    await setRows(db, "users", { id: userId }, { erased_at: erasedAt });
  }
  await forgetOld(services);
  const creators = await readRows(db, "creator_profiles", {}, "user_id", "tax_id");
  const kept = creators.filter(({ tax_id }) => tax_id).map(({ user_id }) => names[user_id]);
  expect(kept.sort()).toEqual(["here", "recent"]);
});

test("expired recovery links are deleted, and valid ones kept", async () => {
  const link = (expires: number) => ({
    token_hash: randomBytes(32).toString("hex"),
    expires_at: new Date(clock().getTime() + expires),
  });
  const other = await addConsumer(db);
  await addRows(db, "password_resets", [
    { ...link(-2 * 86_400_000), user_id: buyer },
    { ...link(60_000), user_id: other },
  ]);
  await forgetOld(services);
  expect(await readRows(db, "password_resets", {}, "user_id")).toEqual([{ user_id: other }]);
});

test("the audit log loses addresses after six months and entries after five years", async () => {
  const entry = (label: string, createdAt: Date) => ({
    created_at: createdAt,
    actor_id: buyer,
    actor_email: "admin@example.com",
    action: "reviewEdited",
    target_kind: "review",
    target_id: "x",
    target_label: label,
    address: "203.0.113.9",
    browser: "Firefox",
  });
  const rows = [entry("new", monthsAgo(5)), entry("old", monthsAgo(7)), entry("gone", monthsAgo(61))];
  await addRows(db, "audit_entries", rows);
  await forgetOld(services);
  expect(await readInOrder(db, "audit_entries", {}, ["created_at"])).toMatchObject([
    { target_label: "old", actor_email: "admin@example.com", address: null, browser: null },
    { target_label: "new", actor_email: "admin@example.com", address: "203.0.113.9", browser: "Firefox" },
  ]);
});

test("the audit log's exceptions end with the transaction, and need the owner", async () => {
  await expect(
    db.transaction().execute(async (trx) => {
      await sql`SELECT audit_forget_old(1)`.execute(trx);
      await setRows(trx, "audit_entries", {}, { address: null });
    }),
  ).rejects.toMatchObject({ code: "42501" });
  await expect(asOwner(db, "UPDATE audit_entries SET address = NULL")).rejects.toMatchObject({
    constraint: "audit_append_only",
  });
});
