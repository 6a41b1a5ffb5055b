import { beforeEach, describe, expect, test } from "vitest";
import { proofMinutes } from "~/features/base/factors/proofs-of-actions";
import { endOtherSessions } from "~/features/entrance/recovery/change-password.server";
import { endSession } from "~/features/entrance/sign-in/sign-in.server";
import { formerIdMinutes } from "~/platform/session/cookies.server";
import { action as accountStep } from "~/routes/admin/account-step";
import { loader as exportFile } from "~/routes/admin/export";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { ask, makeContext, makeRequest, refusal, viewerOf } from "../../../support/ask";
import { makeAdmin, makeConsumer, type Person } from "../../../support/people";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const minute = 60_000;

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

const recent = (cookie = beto.cookie) =>
  hasRecentProof(makeContext(world), makeRequest({ path: "/", cookie }));

/** The cookie that the last proof set; a proof gives the session a new id. */
let renewed: string | undefined;
async function prove(fields: Record<string, string>, cookie = beto.cookie) {
  const cookies: string[] = [];
  const context = makeContext(world, {}, cookies);
  const proof = await requireProof(context, makeRequest({ path: "/", cookie }), {
    action: "endSessions",
    fields,
  });
  renewed = cookies[0]?.split(";")[0];
  return proof;
}

test("a proof of identity is given by signing in, and counts for ten minutes", async () => {
  expect(await prove({})).toEqual({ ok: true });
  world.advance(proofMinutes * minute);
  expect(await recent()).toBe(true);
  world.advance(1);
  expect(await recent()).toBe(false);
  expect(await prove({})).toMatchObject({
    ok: false,
    status: 400,
    problem: { errors: { password: "accounts.proofMissing" } },
  });
});

test("a proof of identity is renewed by the password for this session only, and the password is never returned in the form", async () => {
  const other = await makeConsumer(world);
  world.advance((proofMinutes + 1) * minute);
  const wrong = await prove({ password: other.password.toUpperCase(), name: "Beto" });
  expect(wrong).toMatchObject({
    ok: false,
    problem: { errors: { password: "accounts.proofWrong" }, values: { name: "Beto" } },
  });
  expect(JSON.stringify(wrong)).not.toContain(other.password.toUpperCase());
  expect(await recent()).toBe(false);
  expect(renewed).toBeUndefined();
  expect(await prove({ password: beto.password })).toEqual({ ok: true });
  expect(await recent(renewed)).toBe(true);
  // A copy of the former cookie gains nothing.
  expect(await recent()).toBe(false);
  expect(await recent(other.cookie)).toBe(false);
});

test("wrong passwords of a proof are limited for the account; the correct one does not count", async () => {
  world.advance((proofMinutes + 1) * minute);
  for (let tries = 0; tries < 10; tries += 1)
    expect(await prove({ password: "wrong" })).toMatchObject({ status: 400 });
  const refused = await prove({ password: beto.password });
  expect(refused).toMatchObject({ ok: false, status: 429, headers: { "Retry-After": expect.any(String) } });
  expect(await recent()).toBe(false);
});

test("an account without a password proves its identity by other means", async () => {
  const { db } = world.services;
  await setRows(db, "users", { id: beto.userId }, { password_hash: null });
  world.advance((proofMinutes + 1) * minute);
  expect(await prove({ password: beto.password })).toMatchObject({
    problem: { errors: { password: "accounts.proofElsewhere" } },
  });
});

describe("the former session id after a proof", () => {
  const opens = async (cookie = beto.cookie) => (await viewerOf(world, cookie)) !== undefined;
  /** Ends the other sessions by this one. Returns the cookie that the session has then. */
  const endOthers = async (cookie = beto.cookie) => {
    const viewer = await viewerOf(world, cookie);
    const id = viewer && (await endOtherSessions(world.services, viewer));
    return (await world.services.sessionCookie.write(id ?? "")).split(";")[0] ?? "";
  };
  const proveAgain = async (cookie = beto.cookie) => {
    expect(await prove({ password: beto.password }, cookie)).toEqual({ ok: true });
    return renewed;
  };
  beforeEach(() => world.advance((proofMinutes + 1) * minute));

  test("opens the session without the proof until the new id is used", async () => {
    const lost = await proveAgain();
    expect(await recent()).toBe(false);
    expect(await opens()).toBe(true);
    expect(await prove({})).toMatchObject({ ok: false });
    const received = await proveAgain();
    expect(await opens()).toBe(true);
    expect(await opens(lost)).toBe(false);
    expect(await recent(received)).toBe(true);
    expect(await opens()).toBe(false);
    expect(await prove({ password: beto.password })).toMatchObject({ ok: false });
    expect(await recent(received)).toBe(true);
  });

  test("expires after five minutes if the new id is not used", async () => {
    const lost = await proveAgain();
    world.advance(formerIdMinutes * minute - 1);
    expect(await opens()).toBe(true);
    world.advance(1);
    expect(await opens()).toBe(false);
    expect(await prove({ password: beto.password })).toMatchObject({ ok: false });
    expect(await opens(lost)).toBe(true);
  });

  test("lets two forms that are sent at once both succeed", async () => {
    const both = await Promise.all([1, 2].map(() => prove({ password: beto.password })));
    expect(both).toEqual([{ ok: true }, { ok: true }]);
    expect(await opens()).toBe(true);
  });

  test("signs out of the session, and expires with the other sessions", async () => {
    const lost = await proveAgain();
    await endSession(makeContext(world), makeRequest({ path: "/", cookie: beto.cookie }));
    expect([await opens(), await opens(lost)]).toEqual([false, false]);
    beto = await makeConsumer(world);
    const again = await proveAgain();
    await endOthers();
    expect([await opens(), await opens(again)]).toEqual([false, false]);
  });

  test("gains no proof by ending the other sessions", async () => {
    await proveAgain();
    const cookie = await endOthers();
    expect(await opens(cookie)).toBe(true);
    expect(await recent(cookie)).toBe(false);
  });

  test("keeps its proof when the other sessions are ended by the new one", async () => {
    expect(await recent(await endOthers(await proveAgain()))).toBe(true);
  });
});

test("administrators must prove their identity before roles, suspensions and exported lists change", async () => {
  const { db } = world.services;
  const boss = await makeAdmin(world);
  const step = {
    path: `/admin/accounts/${beto.userId}/suspend?from=consumers`,
    params: { accountId: beto.userId, step: "suspend" },
  };
  const suspend = () => ask(world, accountStep, { ...step, form: { reason: "Spam" }, cookie: boss.cookie });
  const path = "/admin/export/consumers.csv";
  const file = () => ask(world, exportFile, { path, params: { file: "consumers.csv" }, cookie: boss.cookie });
  const suspendedAt = async () =>
    (await readRow(db, "users", { id: beto.userId }, "suspended_at")).suspended_at;
  world.advance((proofMinutes + 1) * minute);
  expect(await suspend()).toMatchObject(refusal({ password: "accounts.proofMissing" }, { reason: "Spam" }));
  expect((await file()).location).toMatch(/^\/account\/proof\?redirectTo=%2Fadmin%2F/);
  expect(await suspendedAt()).toBeNull();
  expect(await prove({ password: boss.password }, boss.cookie)).toEqual({ ok: true });
  boss.cookie = renewed ?? "";
  expect((await file()).status).toBe(200);
  expect(await suspend()).toMatchObject({ status: 303, location: `/admin/consumers/${beto.userId}` });
  expect(await suspendedAt()).not.toBeNull();
});
