/** Guessing is delayed, and nobody can delay another person's sign-in. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { changePassword } from "~/features/entrance/recovery/change-password.server";
import { replacePasswordReset } from "~/features/entrance/recovery/password-recovery.queries.server";
import { checkPassword, startSession } from "~/features/entrance/sign-in/sign-in.server";
import { findSignedIn } from "~/platform/context.server";
import { hashToken } from "~/platform/secrets.server";
import type { KnownDevice } from "~/platform/session/cookies.server";
import { action as resetPassword } from "~/routes/public/reset-password";
import { ask, makeContext, makeRequest } from "../../../support/ask";
import { makeConsumer, type Person } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;

let beto: Person;
let networks = 0;
/** An address that no test has used. */
const newAddress = () => `10.200.${++networks >> 8}.${networks & 255}`;

beforeEach(async () => {
  beto = await makeConsumer(world);
});
afterEach(() => void vi.useRealTimers());

const later = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });

type From = { address?: string; device?: KnownDevice; email?: string };

async function sign(password: string, { address = newAddress(), device, email = beto.email }: From = {}) {
  const checked = await checkPassword(services, { email, password }, { clientAddress: address, device });
  await checked.restored;
  return checked.ok ? "in" : checked.error === "tooMany" ? checked.retryAfterSeconds : checked.error;
}

async function guess(times: number, from: From = {}) {
  const answers = [];
  for (let at = 0; at < times; at++) answers.push(await sign("not the password", from));
  return answers;
}

/** The known browser from a person's cookie. */
async function knownDevice(userId: string, before?: string): Promise<KnownDevice | undefined> {
  const request = makeRequest({ path: "/", cookie: before });
  const [, setCookie = ""] = await startSession(makeContext(world), request, userId);
  return services.deviceCookie.read(makeRequest({ path: "/", cookie: setCookie.split(";")[0] }));
}

describe("an attacker at one address", () => {
  test("cannot lock out the owner in a new browser either", async () => {
    const address = newAddress();
    const answers = await guess(60, { address });
    expect(answers.slice(0, 10)).toEqual(Array(10).fill("wrong"));
    expect(answers.slice(10).every((answer) => typeof answer === "number")).toBe(true);
    expect(await sign(beto.password, { address })).toEqual(expect.any(Number));
    expect(await sign(beto.password)).toBe("in");
  });

  test("waits longer each time: a minute, ten minutes, an hour, a day", async () => {
    const address = newAddress();
    const waits: number[] = [];
    for (let round = 0; round < 5; round++) {
      await guess(10, { address });
      const wait = Number(await sign("not the password", { address }));
      waits.push(wait);
      later(wait + 1);
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = waits;
    expect(first).toBeLessThanOrEqual(60);
    expect(second).toBeGreaterThan(400);
    expect(third).toBeGreaterThan(2_000);
    expect(fourth).toBeLessThanOrEqual(60);
    expect(Number(waits[4])).toBeGreaterThan(70_000);
  });
});

describe("many addresses together", () => {
  test("do not lock out a known browser", async () => {
    const device = await knownDevice(beto.userId);
    for (let at = 0; at < 40; at++) await guess(1);
    expect(await sign(beto.password)).toEqual(expect.any(Number));
    expect(await sign(beto.password, { device })).toBe("in");
    later(61);
    expect(await sign(beto.password)).toBe("in");
  });
});

describe("a known browser", () => {
  test("can sign in from an address without remaining attempts", async () => {
    const device = await knownDevice(beto.userId);
    const address = newAddress();
    for (let at = 0; at < 11; at++) await guess(1, { address, email: `nobody-${at}@example.com` });
    expect(await sign(beto.password, { address })).toEqual(expect.any(Number));
    expect(await sign(beto.password, { address, device })).toBe("in");
  });

  test("has ten attempts of its own from any address, with growing delays", async () => {
    const device = await knownDevice(beto.userId);
    for (let at = 0; at < 10; at++) expect(await guess(1, { device })).toEqual(["wrong"]);
    expect(await sign(beto.password, { device })).toEqual(expect.any(Number));
    later(61);
    await guess(10, { device });
    expect(Number(await sign(beto.password, { device }))).toBeGreaterThan(400);
  });

  test("has no advantage for another account", async () => {
    const other = await makeConsumer(world);
    const device = await knownDevice(other.userId);
    const address = newAddress();
    expect((await guess(11, { address, device })).at(-1)).toEqual(expect.any(Number));
  });

  test("is known for five accounts, and only by this site's cookie", async () => {
    const read = (cookie: string) => services.deviceCookie.read(makeRequest({ path: "/", cookie }));
    let cookie = "";
    const ids: string[] = [];
    for (let at = 0; at < 7; at++) {
      const userId = crypto.randomUUID();
      ids.unshift(userId);
      const request = makeRequest({ path: "/", cookie });
      cookie = (await services.deviceCookie.remember(request, userId)).split(";")[0] ?? "";
    }
    expect((await read(cookie))?.userIds).toEqual(ids.slice(0, 5));
    const [name, value = ""] = cookie.split("=");
    expect(await read(`${name}=${value.startsWith("A") ? "B" : "A"}${value.slice(1)}`)).toBeUndefined();
    expect(await read(`${name}=`)).toBeUndefined();
  });

  test("is recognised after setting the password by a recovery link too", async () => {
    const token = "t".repeat(43);
    const now = services.clock();
    const link = { tokenHash: hashToken(token), now, expiresAt: new Date(now.getTime() + 60_000) };
    await replacePasswordReset(services.db, { userId: beto.userId, ...link });
    const form = { password: "senha nova", confirmPassword: "senha nova" };
    const answer = await ask(world, resetPassword, { path: `/reset-password?token=${token}`, form });
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("sabia-device="));
    const next = makeRequest({ path: "/", cookie: cookie?.split(";")[0] });
    const device = await services.deviceCookie.read(next);
    expect(device?.userIds).toEqual([beto.userId]);
    for (let at = 0; at < 20; at++) await guess(1);
    expect(await sign("senha nova", { device })).toBe("in");
  });
});

test("wrong current passwords have growing delays too", async () => {
  const viewer = await findSignedIn(services, makeRequest({ path: "/", cookie: beto.cookie }));
  if (!viewer) throw new Error("signed in just now");
  const change = () =>
    changePassword(services, viewer, { currentPassword: "not it", password: "outra senha" });
  for (let at = 0; at < 10; at++) expect(await change()).toEqual({ ok: false, error: "wrong" });
  expect(await change()).toMatchObject({ error: "tooMany" });
  later(61);
  for (let at = 0; at < 10; at++) await change();
  const refused = await change();
  expect("retryAfterSeconds" in refused && refused.retryAfterSeconds).toBeGreaterThan(400);
});
