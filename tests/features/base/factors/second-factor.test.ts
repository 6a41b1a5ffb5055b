/** Two-step verification: setting it up, signing in with it, and what its codes cannot do. */
import { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { deleteUserSessions } from "~/platform/session/session.queries.server";
import { loader as page, action as setUp } from "~/routes/account/second-factor";
import { loader as adminPage } from "~/routes/admin/dashboard";
import { action as adminLogin } from "~/routes/public/admin-login";
import { action as consumerLogin } from "~/routes/public/consumer-login";
import { action as creatorLogin } from "~/routes/public/creator-login";
import { action as step, loader as stepPage } from "~/routes/public/second-step";
import { ask, cookiesOf, refusal, viewerOf } from "../../../support/ask";
import { makeAdmin, makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { findRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db, clock } = world.services;
const period = 30_000;

let bia: Person;
let secret: string;
beforeEach(async () => {
  bia = await makeConsumer(world);
  secret = await begin(bia);
});

const path = "/account/second-factor";
const post = (form: Record<string, string>, { cookie }: Person = bia) =>
  ask(world, setUp, { path, form, cookie });
const shown = async ({ cookie }: { cookie: string } = bia) =>
  (await ask(world, page, { path, cookie })).data as {
    on: { left: number; codes: string[] | null } | null;
    pending: { secret: string; qr: { path: string } } | null;
  };
const codeAt = (ofSecret: string, ms = 0) =>
  new TOTP({ secret: ofSecret.replaceAll(" ", "") }).generate({ timestamp: clock().getTime() + ms });

async function begin(person: Person): Promise<string> {
  expect(await post({ intent: "begin" }, person)).toMatchObject({ status: 303, location: path });
  return (await shown(person)).pending?.secret ?? "";
}

/** Turns it on; returns the recovery codes. */
async function turnOn(person: Person, ofSecret = secret): Promise<string[]> {
  const answer = await post({ intent: "confirm", code: codeAt(ofSecret) }, person);
  expect(answer).toMatchObject({ status: 303, location: path });
  world.advance(period);
  const { on } = await shown({ cookie: `${person.cookie}; ${cookiesOf(answer)}` });
  return on?.codes ?? [];
}

/** The password's step; returns the browser's cookies. */
async function firstStep(person: Person, action = consumerLogin, at = "/consumer-login"): Promise<string> {
  const { email, password } = person;
  const answer = await ask(world, action, { path: at, form: { intent: "login", email, password } });
  expect(answer).toMatchObject({ status: 303, location: "/second-step", session: undefined });
  return cookiesOf(answer);
}

const second = (code: string, cookie: string) =>
  ask(world, step, { path: "/second-step", form: { code }, cookie });

test("setting up a second factor shows a key and its QR code, stored encrypted, and needs a first code", async () => {
  expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  expect((await shown()).pending?.qr.path).toMatch(/^M\d/);
  const row = await findRow(db, "second_factors", { user_id: bia.userId });
  expect(row?.secret.includes(secret.replaceAll(" ", ""))).toBe(false);
  expect(await post({ intent: "confirm", code: "000000" })).toMatchObject(
    refusal({ code: "security.codeWrong" }, { intent: "confirm" }),
  );
  const { email, password } = bia;
  const form = { intent: "login", email, password };
  expect((await ask(world, consumerLogin, { path: "/consumer-login", form })).session).toBeTruthy();
});

test("setting up a second factor gives ten recovery codes once, to their owner alone", async () => {
  const answer = await post({ intent: "confirm", code: codeAt(secret) });
  const browser = cookiesOf(answer);
  const codes = (await shown({ cookie: `${bia.cookie}; ${browser}` })).on?.codes;
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  expect((await shown()).on).toMatchObject({ left: 10, codes: null });
  expect(browser).not.toContain(codes?.[0]);
  const rows = await readRows(db, "recovery_codes");
  expect(JSON.stringify(rows)).not.toContain(codes?.[0]?.replaceAll("-", ""));
});

test("setting up a second factor shows a key for ten minutes and after a recent proof, and a new one each time", async () => {
  world.advance(9 * 60_000);
  expect((await shown()).pending?.secret).toBe(secret);
  world.advance(60_000);
  const late = await post({ intent: "confirm", code: codeAt(secret), password: bia.password });
  expect(late).toMatchObject(refusal({ form: "security.notBegun" }));
  expect((await shown()).pending).toBeNull();
  const again = await post({ intent: "begin", password: bia.password });
  bia.cookie = again.session ?? bia.cookie;
  const renewed = (await shown()).pending?.secret;
  expect(renewed).toMatch(/^[A-Z2-7 ]+$/);
  expect(renewed).not.toBe(secret);
  await post({ intent: "begin" });
  expect((await shown()).pending?.secret).not.toBe(renewed);
  // Another session of the account has an older proof.
  const old = await signIn(world, bia.userId);
  world.advance(6 * 60_000);
  const fresh = await post({ intent: "begin", password: bia.password });
  bia.cookie = fresh.session ?? bia.cookie;
  world.advance(5 * 60_000);
  expect((await shown()).pending).not.toBeNull();
  expect((await shown({ cookie: old })).pending).toBeNull();
});

test("a second factor is turned off by its owner, who gets a mail for each change", async () => {
  await turnOn(bia);
  expect((await post({ intent: "remove" })).status).toBe(303);
  expect((await shown()).on).toBeNull();
  const kinds = await readRows(db, "mails", { user_id: bia.userId }, "kind");
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(["secondFactorOff", "secondFactorOn"]);
});

test("signing in with a second factor opens no session before the code", async () => {
  await turnOn(bia);
  const waiting = await firstStep(bia);
  expect(await viewerOf(world, waiting)).toBeUndefined();
  expect(await viewerOf(world, waiting.replace("sabia-step=", "sabia="))).toBeUndefined();
  expect((await ask(world, stepPage, { path: "/second-step", cookie: waiting })).data).toEqual({
    loginPath: "/consumer-login",
    passkey: false,
  });
  expect(await second("", waiting)).toMatchObject({ status: 400 });
  expect(await second("000000", waiting)).toMatchObject({ status: 400, session: undefined });
  const answer = await second(codeAt(secret), waiting);
  expect(answer).toMatchObject({ status: 303, location: "/marketplace" });
  expect(await viewerOf(world, answer.session)).toMatchObject({ userId: bia.userId });
  expect(await second(codeAt(secret, period), waiting)).toMatchObject({ location: "/consumer-login" });
});

test("signing in with a second factor accepts the neighbouring time steps, and no code twice", async () => {
  await turnOn(bia);
  const late = codeAt(secret, 2 * period);
  expect(await second(codeAt(secret, 3 * period), await firstStep(bia))).toMatchObject({ status: 400 });
  world.advance(3 * period);
  expect(await second(codeAt(secret, -2 * period), await firstStep(bia))).toMatchObject({ status: 400 });
  const again = await firstStep(bia);
  expect((await second(late, await firstStep(bia))).session).toBeTruthy();
  expect(await second(late, again)).toMatchObject({ status: 400, session: undefined });
  expect((await second(codeAt(secret, period), again)).session).toBeTruthy();
  // Steps before the last used one are used up too.
  expect(await second(codeAt(secret), await firstStep(bia))).toMatchObject({ status: 400 });
});

test("signing in with a second factor accepts a recovery code once", async () => {
  const [code = ""] = await turnOn(bia);
  expect((await second(code.toLowerCase(), await firstStep(bia))).session).toBeTruthy();
  expect(await second(code, await firstStep(bia))).toMatchObject({ status: 400, session: undefined });
  expect((await shown()).on).toMatchObject({ left: 9 });
});

test("signing in with a second factor limits wrong codes for the account, in any browser", async () => {
  await turnOn(bia);
  for (let tries = 0; tries < 10; tries += 1)
    expect((await second("000000", await firstStep(bia))).status).toBe(400);
  expect((await second(codeAt(secret), await firstStep(bia))).status).toBe(429);
});

test("signing in with a second factor waits ten minutes, and ends with the account's sessions", async () => {
  await turnOn(bia);
  const old = await firstStep(bia);
  world.advance(10 * 60_000);
  expect(await second(codeAt(secret), old)).toMatchObject({ location: "/consumer-login" });
  const waiting = await firstStep(bia);
  await deleteUserSessions(db, bia.userId);
  expect(await second(codeAt(secret), waiting)).toMatchObject({ location: "/consumer-login" });
});

test("signing in with a second factor works at the other two logins, where the role still decides the access", async () => {
  const ana = await makeCreator(world);
  const hers = await begin(ana);
  await turnOn(ana, hers);
  const creator = await second(codeAt(hers), await firstStep(ana, creatorLogin, "/creator-login"));
  expect(creator).toMatchObject({ location: "/creator/dashboard" });
  const boss = await makeAdmin(world);
  world.advance(period);
  const refused = await second(codeAt(hers), await firstStep(ana, adminLogin, "/admin-login"));
  expect(refused).toMatchObject({ location: "/admin-login", session: undefined });
  const bosses = await begin(boss);
  await turnOn(boss, bosses);
  const admitted = await second(codeAt(bosses), await firstStep(boss, adminLogin, "/admin-login"));
  expect(admitted).toMatchObject({ location: "/admin/dashboard" });
});

test("ADMIN_SECOND_FACTOR=required leads administrators without a second factor to its setup page", async () => {
  const strict = await startTestWorld({ ADMIN_SECOND_FACTOR: "required" });
  const boss = await makeAdmin(strict);
  const cookie = await signIn(strict, boss.userId);
  expect(await ask(strict, adminPage, { path: "/admin/dashboard", cookie })).toMatchObject({
    status: 303,
    location: path,
    flash: { title: "security.adminRequired" },
  });
});
