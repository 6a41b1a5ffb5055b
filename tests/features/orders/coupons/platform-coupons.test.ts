/** The platform's coupons: a proof before they are saved, a second person where required, and the audit log of all. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { type Decision, decideRequest } from "~/features/office/people/requests.server";
import { changeCoupon } from "~/features/orders/coupons/save-coupon.server";
import * as coupons from "~/routes/admin/coupons";
import * as creatorCoupons from "~/routes/creator/coupons";
import { whileTwoPeopleAreRequired } from "../../../support/as-owner";
import { ask } from "../../../support/ask";
import { makeAdmin, makeCreator, signIn } from "../../../support/people";
import { actorOf, addAdmin, addVideo } from "../../../support/rows";
import { findRow, readInOrder } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const admin = await makeAdmin(world);

beforeEach(async () => {
  admin.cookie = await signIn(world, admin.userId);
});

const send = (form: Record<string, string>) =>
  ask(world, coupons.action, { path: "/admin/coupons", cookie: admin.cookie, form });
const save = (code: string, percent: string) => send({ intent: "save", code, percent, maxUses: "5" });
const percentOf = async (code: string) => (await findRow(db, "coupons", { code }, "percent"))?.percent;
const entriesOf = (code: string) =>
  readInOrder(db, "audit_entries", { target_id: `coupon:${code}` }, ["created_at"]);

test("a session without a recent proof saves no coupon, new or known, and may end one", async () => {
  await save("ANTES", "5");
  world.advance(11 * 60_000);
  for (const code of ["ANTES", "NOVO"]) {
    expect(await save(code, "15")).toMatchObject({
      status: 400,
      data: { problem: { errors: { password: "accounts.proofMissing" }, values: { code } } },
    });
  }
  expect([await percentOf("ANTES"), await percentOf("NOVO")]).toEqual([5, undefined]);
  expect(await send({ intent: "end", code: "ANTES" })).toMatchObject({ status: 303 });
});

test("a refused form returns its code and its products, and no password", async () => {
  const products = [randomUUID(), randomUUID()].join(",");
  const form = { intent: "save", code: "VERAO", percent: "0", products, currentPassword: "correct horse" };
  const { userId, cookie } = await makeCreator(world);
  const own = await addVideo(db, userId);
  const creators = await ask(world, creatorCoupons.action, {
    path: "/creator/coupons",
    cookie,
    form: { ...form, percent: "5", products: `${own},${products}` },
  });
  for (const { status, data } of [await send(form), creators]) {
    const { values } = (data as { problem: { values: Record<string, string> } }).problem;
    expect([status, values.code, values.currentPassword]).toEqual([400, "VERAO", undefined]);
    expect(values.products).toContain(products);
  }
});

test("each change is in the audit log with the terms before and after", async () => {
  for (const percent of ["5", "15"]) {
    expect(await save("MUDA", percent)).toMatchObject({ status: 303 });
    world.advance(1_000);
  }
  expect(await send({ intent: "end", code: "MUDA" })).toMatchObject({ status: 303 });
  const by = { actor_id: admin.userId, target_kind: "rule" };
  const terms = (percent: number, ended = false) =>
    expect.objectContaining({ percent, ended, maxUses: 5, perPerson: null, firstOnly: false, products: 0 });
  const saved = "platformCouponSaved";
  expect(await entriesOf("MUDA")).toMatchObject([
    { ...by, action: saved, before: null, after: terms(5) },
    { ...by, action: saved, before: terms(5), after: terms(15) },
    { ...by, action: "platformCouponEnded", before: terms(15), after: terms(15, true) },
  ]);
});

test("a form that changes nothing leaves no entry", async () => {
  expect(await save("LIMITE", "16")).toMatchObject({ status: 400 });
  await expect(send({ intent: "end", code: "LIMITE" })).resolves.toMatchObject({ status: 404 });
  expect(await entriesOf("LIMITE")).toEqual([]);
});

describe("where two people are required", () => {
  const by = (userId: string) => actorOf(userId, `${userId}@example.com`, world.services.clock());
  const second = () => addAdmin(db, new Date(world.services.clock().getTime() - 1_000));
  const change = (fields: Record<string, string>) =>
    changeCoupon(
      { ...world.services, env: { PAYOUT_TWO_PEOPLE: true } },
      { creatorId: null, by: by(admin.userId) },
      { fields, listOf: () => [] },
    );
  const request = (code: string, percent: string, id: string = randomUUID()) =>
    change({ id, code, percent, from: "2026-12-01", until: "2026-12-24", maxUses: "5" });
  const decide = (id: string, userId: string, decision: Decision = "approved") =>
    decideRequest(world.services, { id, decision, by: by(userId) });

  test("a coupon waits for another administrator, a repeated form requests once, and the approval saves it", async () => {
    const [id, other] = [randomUUID(), await second()];
    for (const _ of [1, 2]) expect(await request("DOIS", "10", id)).toEqual({ ok: true, done: "waiting" });
    expect(await percentOf("DOIS")).toBeUndefined();
    expect(await decide(id, admin.userId)).toEqual({ ok: false, error: "samePerson" });
    expect(await percentOf("DOIS")).toBeUndefined();
    expect(await decide(id, other)).toEqual({ ok: true });
    expect(await decide(id, other)).toEqual({ ok: false, error: "decidedBefore" });
    expect(await findRow(db, "coupons", { code: "DOIS" })).toMatchObject({
      creator_id: null,
      percent: 10,
      max_uses: 5,
      request_id: id,
      starts_at: new Date("2026-12-01T03:00:00Z"),
      ends_at: new Date("2026-12-25T03:00:00Z"),
    });
    expect(await entriesOf("DOIS")).toMatchObject([
      { action: "platformCouponRequested", actor_id: admin.userId, after: { percent: 10, maxUses: 5 } },
      { action: "platformCouponSaved", actor_id: other, after: { percent: 10, requestedBy: admin.email } },
    ]);
  });

  test("a coupon keeps its terms until new ones are approved, and one person ends it", async () => {
    await save("MANTEM", "5");
    const [id, declined, other] = [randomUUID(), randomUUID(), await second()];
    await request("MANTEM", "15", declined);
    expect(await decide(declined, other, "declined")).toEqual({ ok: true });
    await request("MANTEM", "12", id);
    expect(await percentOf("MANTEM")).toBe(5);
    expect(await change({ intent: "end", code: "MANTEM" })).toEqual({ ok: true, done: "ended" });
    expect(await decide(id, other)).toEqual({ ok: true });
    expect(await percentOf("MANTEM")).toBe(12);
    expect(await entriesOf("MANTEM")).toMatchObject([
      { action: "platformCouponSaved" },
      { action: "platformCouponRequested", after: { percent: 15 } },
      { action: "platformCouponDeclined", after: { percent: 15, requestedBy: admin.email } },
      { action: "platformCouponRequested", after: { percent: 12 } },
      { action: "platformCouponEnded" },
      {
        action: "platformCouponSaved",
        before: { percent: 5, ended: true },
        after: { percent: 12, ended: false },
      },
    ]);
  });

  test("the database refuses terms, a revival and a former approval, and counts and ends as before", async () => {
    const other = await second();
    const [first, newer] = [randomUUID(), randomUUID()];
    for (const [id, percent] of [
      [first, "15"],
      [newer, "5"],
    ] as const) {
      await request("FORJA", percent, id);
      await decide(id, other);
      world.advance(1_000);
    }
    await whileTwoPeopleAreRequired(db, async () => {
      const forged = (set: string) =>
        sql`UPDATE coupons SET ${sql.raw(set)} WHERE code = 'FORJA'`.execute(db);
      await forged("used = used + 1");
      await forged("ended_at = now()");
      for (const set of [
        "percent = 15",
        "max_uses = NULL",
        "ended_at = NULL",
        `percent = 15, request_id = '${first}'`,
        `ended_at = NULL, request_id = '${first}'`,
      ])
        await expect(forged(set), set).rejects.toMatchObject({ constraint: "second_person" });
      const insert = sql`INSERT INTO coupons (code, percent) VALUES ('NOVA', 15)`.execute(db);
      await expect(insert).rejects.toMatchObject({ constraint: "second_person" });
    });
  });
});
