/** Concurrent changes while a password is being checked, which takes as long as argon2. */
import { beforeEach, describe, expect, test } from "vitest";
import { changePassword } from "~/features/entrance/recovery/change-password.server";
import { replacePasswordReset } from "~/features/entrance/recovery/password-recovery.queries.server";
import { resetPassword } from "~/features/entrance/recovery/recover-password.server";
import { findOrCreateGoogleAccount } from "~/features/entrance/sign-in/google-account.server";
import { checkPassword, startPasswordSession } from "~/features/entrance/sign-in/sign-in.server";
import type { Passwords } from "~/platform/passwords.server";
import { hashToken, makeToken } from "~/platform/secrets.server";
import { beginSession } from "~/platform/session/session.queries.server";
import { makeContext, makeRequest, viewerOf } from "../../../support/ask";
import { makeConsumer, type Person } from "../../../support/people";
import { readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db, clock } = services;

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

const ownViewer = async () => (await viewerOf(world, beto.cookie)) ?? expect.fail("nobody is signed in");
const countSessions = async ({ userId }: Person) =>
  (await readRows(db, "sessions", { user_id: userId }, "id_hash")).length;
const hashOf = async ({ userId }: Person) =>
  (await readRow(db, "users", { id: userId }, "password_hash")).password_hash ?? "";
const opens = async ({ email }: Person, password: string) =>
  (await checkPassword(services, { email, password }, { clientAddress: "10.1.1.1" })).ok;

async function recover({ userId }: Person, password = "senha da dona"): Promise<void> {
  const { token } = makeToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await replacePasswordReset(db, { userId, tokenHash: hashToken(token), now, expiresAt });
  expect(await resetPassword(services, { token, password })).toMatchObject({ userId });
}

/** The product's own check, with another action before its result is used. */
function thenMeanwhile(meanwhile: () => Promise<void>): Passwords {
  const { passwords } = services;
  return {
    ...passwords,
    verify: async (hash, password) => {
      const right = await passwords.verify(hash, password);
      await meanwhile();
      return right;
    },
  };
}

describe("a recovery while another person with the old password", () => {
  test("changes it takes precedence", async () => {
    const viewer = await ownViewer();
    for (const password of [beto.password, "senha do ladrão"]) {
      const passwords = thenMeanwhile(() => recover(beto));
      // The recovery of the first round has changed it.
      const currentPassword = (await opens(beto, beto.password)) ? beto.password : "senha da dona";
      const changed = await changePassword({ ...services, passwords }, viewer, { currentPassword, password });
      expect(changed).toEqual({ ok: false, error: "wrong" });
      expect(await opens(beto, password)).toBe(false);
      expect(await opens(beto, "senha da dona")).toBe(true);
    }
  });

  test("signs in refuses them", async () => {
    const passwords = thenMeanwhile(() => recover(beto));
    const checked = await checkPassword({ ...services, passwords }, beto, { clientAddress: "10.1.1.2" });
    if (!checked.ok) throw new Error("the old password was right when it was checked");
    const cookies = await startPasswordSession(makeContext(world), makeRequest({ path: "/" }), checked);
    expect(cookies).toBeUndefined();
    expect(await countSessions(beto)).toBe(0);
  });

  test("starts many sessions leaves none of them", async () => {
    for (let round = 0; round < 5; round++) {
      const who = { userId: beto.userId, passwordHash: await hashOf(beto), userAgent: null, now: clock() };
      const begin = () => beginSession(db, { ...who, idHash: makeToken().tokenHash });
      const begun = Promise.all(Array.from({ length: 12 }, begin));
      await recover(beto, `caju azedo ${round}`);
      await begun;
      expect(await countSessions(beto), `round ${round}`).toBe(0);
    }
  });
});

test("a session opened by a password ends when a Google sign-in removes that password at the same time", async () => {
  await setRows(db, "users", { id: beto.userId }, { email_verified_at: null });
  const identity = { sub: "g-races", email: beto.email, emailVerified: true, fullName: "Beto" };
  const passwords = thenMeanwhile(async () => {
    await findOrCreateGoogleAccount(services, identity, "consumer");
  });
  const checked = await checkPassword({ ...services, passwords }, beto, { clientAddress: "10.1.1.3" });
  if (!checked.ok) throw new Error("the password was right when it was checked");
  expect(await startPasswordSession(makeContext(world), makeRequest({ path: "/" }), checked)).toBeUndefined();
});

test("one of two concurrent changes succeeds and the other is refused", async () => {
  const viewer = await ownViewer();
  const change = (password: string) =>
    changePassword(services, viewer, { currentPassword: beto.password, password });
  const changed = await Promise.all([change("caju doce"), change("caju azedo")]);
  expect(changed.filter(({ ok }) => ok)).toHaveLength(1);
  expect(changed.filter(({ ok }) => !ok)).toEqual([{ ok: false, error: "wrong" }]);
  expect([await opens(beto, "caju doce"), await opens(beto, "caju azedo")].filter(Boolean)).toHaveLength(1);
  expect(await countSessions(beto)).toBe(1);
});

test("a session ended in the meantime changes no password", async () => {
  const viewer = await ownViewer();
  const passwords = thenMeanwhile(async () => {
    await db.deleteFrom("sessions").where("user_id", "=", beto.userId).execute();
  });
  const form = { currentPassword: beto.password, password: "senha do ladrão" };
  const changed = await changePassword({ ...services, passwords }, viewer, form);
  expect(changed).toEqual({ ok: false, error: "signedOut" });
  expect(await opens(beto, beto.password)).toBe(true);
});

test("sign-ins of one account at the same time, in two languages, wait for one another and all succeed", async () => {
  const who = { userId: beto.userId, passwordHash: await hashOf(beto), userAgent: null, now: clock() };
  const begin = (at: number) =>
    beginSession(db, { ...who, idHash: makeToken().tokenHash }, { locale: at % 2 ? "pt" : "en" });
  for (let round = 0; round < 5; round++)
    expect(await Promise.all(Array.from({ length: 10 }, (_, at) => begin(at)))).not.toContain(false);
});
