/** The platform's coupons: a proof before they are saved, and the audit log of both. */
import { beforeEach, expect, test } from "vitest";
import * as coupons from "~/routes/admin/coupons";
import { ask } from "../../../support/ask";
import { makeConsumer, signIn } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const admin = await makeConsumer(world);
await db.insertInto("user_roles").values({ user_id: admin.userId, role: "admin" }).execute();

beforeEach(async () => {
  admin.cookie = await signIn(world, admin.userId);
});

const send = (form: Record<string, string>) =>
  ask(world, coupons.action, { path: "/admin/coupons", cookie: admin.cookie, form });
const save = (code: string, percent: string) => send({ intent: "save", code, percent, maxUses: "5" });
const percentOf = async (code: string) =>
  (await db.selectFrom("coupons").select("percent").where("code", "=", code).executeTakeFirst())?.percent;
const entriesOf = (code: string) =>
  db
    .selectFrom("audit_entries")
    .select(["action", "actor_id", "target_kind", "before", "after"])
    .where("target_id", "=", `coupon:${code}`)
    .orderBy("created_at")
    .execute();

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
  expect(await entriesOf("MUDA")).toEqual([
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
