import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { challengeMinutes, userHandleOf } from "~/features/base/factors/passkey-limits";
import { findOrCreateGoogleAccount } from "~/features/entrance/sign-in/google-account.server";
import * as passkeys from "~/routes/account/passkeys";
import { action as proof } from "~/routes/account/proof";
import { action as consumerLogin } from "~/routes/public/consumer-login";
import { action as options } from "~/routes/public/passkey-options";
import { action as signIn } from "~/routes/public/passkey-sign-in";
import { action as step } from "~/routes/public/second-step";
import { hasRecentProof } from "~/server/recent-proof.server";
import { ask, askAs, cookiesOf, makeContext, makeRequest, refusal, viewerOf } from "../../../support/ask";
import { makeAuthenticator } from "../../../support/authenticator";
import { makeConsumer, type Person } from "../../../support/people";
import { addSecondFactor } from "../../../support/rows";
import { readInOrder, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const minute = 60_000;
const path = "/account/passkeys";

let bia: Person;
let phone: ReturnType<typeof makeAuthenticator>;
beforeEach(async () => {
  bia = await makeConsumer(world);
  phone = makeAuthenticator();
});

/** The cookie that names the browser, from its first challenge on. */
let named = "";
const withName = (cookie: string) => ({ Cookie: [cookie, named].filter(Boolean).join("; ") });
const askForChallenge = (purpose: string, cookie = "") =>
  ask(world, options, { path: "/passkeys/options", form: { purpose }, headers: withName(cookie) });
async function challengeFor(purpose: string, cookie = ""): Promise<string> {
  const answer = await askForChallenge(purpose, cookie);
  expect(answer.status).toBe(200);
  [named = ""] = answer.headers.getSetCookie()[0]?.split(";") ?? [];
  return (JSON.parse(answer.text) as { challenge: string }).challenge;
}
const change = (form: Record<string, string>, who = bia) =>
  askAs(world, passkeys.action, who, {
    path,
    form,
    headers: { "User-Agent": "Firefox/140 Linux", ...withName(who.cookie) },
  });
const proveAgain = (who = bia) =>
  askAs(world, proof, who, { path: "/account/proof", form: { password: who.password } });
const challengeToAdd = async (who = bia) => {
  await proveAgain(who);
  return challengeFor("add", who.cookie);
};
const answerWith = (challenge: string, wrong = {}) =>
  change({ intent: "add", credential: phone.create(challenge, wrong) });
const add = async (wrong = {}) => answerWith(await challengeToAdd(), wrong);
const handleOf = ({ userId }: Person) => Buffer.from(userHandleOf(userId)).toString("base64url");
const enter = (credential: string, more = {}) =>
  ask(world, signIn, {
    path: "/passkeys/sign-in",
    form: { credential, entrance: "consumer", ...more },
    headers: withName(""),
  });
const enterBy = async (wrong = {}, more = {}) =>
  enter(phone.get(await challengeFor("signIn"), { userHandle: handleOf(bia), ...wrong }), more);
const listed = async () =>
  (await ask(world, passkeys.loader, { path, cookie: bia.cookie })).data as {
    passkeys: { id: string; name: string; used: string | null }[];
  };
const mails = async () =>
  (await readInOrder(db, "mails", { user_id: bia.userId }, ["id"], "kind"))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("passkey"));

test("a passkey is added by an unlocked device, reported by mail, and renamed and removed by its owner only", async () => {
  expect(await add()).toMatchObject({ status: 303, flash: { title: "security.passkeyAdded" } });
  expect(await listed()).toMatchObject({
    passkeys: [{ id: phone.id, name: "Firefox · Linux", used: null }],
  });
  const stranger = await makeConsumer(world);
  await change({ intent: "rename", id: phone.id, name: "Mine" }, stranger);
  await change({ intent: "remove", id: phone.id }, stranger);
  expect((await change({ intent: "rename", id: phone.id, name: " " })).status).toBe(400);
  await change({ intent: "rename", id: phone.id, name: " Celular " });
  expect(await listed()).toMatchObject({ passkeys: [{ name: "Celular" }] });
  await change({ intent: "remove", id: phone.id });
  expect((await listed()).passkeys).toEqual([]);
  expect((await mails()).sort()).toEqual(["passkeyAdded", "passkeyRemoved"]);
  expect((await enterBy()).session).toBeUndefined();
});

test("a passkey is not added twice, by a locked device, or for another site", async () => {
  expect(await add({ verified: false })).toMatchObject({ status: 400 });
  expect(await add({ origin: "https://evil.example" })).toMatchObject({ status: 400 });
  expect(await add()).toMatchObject({ status: 303 });
  expect(await add()).toMatchObject(refusal({ form: "security.passkeyNotAdded" }, { intent: "add" }));
  expect(await mails()).toEqual(["passkeyAdded"]);
});

test("a passkey is added without verifying its attestation, whose certificates name addresses to fetch", async () => {
  expect(await add({ attestation: "android-key" })).toMatchObject({ status: 303 });
  expect((await enterBy()).session).toBeTruthy();
});

test("a passkey is added with the person's own challenge, once, within five minutes", async () => {
  const other = await makeConsumer(world);
  const theirs = await challengeToAdd(other);
  expect((await answerWith(theirs)).status).toBe(400);
  const forProof = await challengeFor("proof", bia.cookie);
  expect((await answerWith(forProof)).status).toBe(400);
  const late = await challengeToAdd();
  world.advance(challengeMinutes * minute);
  expect((await answerWith(late)).status).toBe(400);
  const mine = await challengeToAdd();
  const answer = phone.create(mine);
  expect((await change({ intent: "add", credential: answer })).status).toBe(303);
  await change({ intent: "remove", id: phone.id });
  await proveAgain();
  expect((await change({ intent: "add", credential: answer })).status).toBe(400);
});

test("a passkey is added after its own proof: neither the sign-in's nor one that added another passkey", async () => {
  expect((await askForChallenge("add", bia.cookie)).status).toBe(403);
  const challenge = await challengeToAdd();
  expect((await change({ intent: "add", credential: phone.create(challenge) })).status).toBe(303);
  expect((await askForChallenge("add", bia.cookie)).status).toBe(403);
  phone = makeAuthenticator();
  const form = { intent: "add", credential: phone.create(challenge) };
  expect(await change(form)).toMatchObject(refusal({ password: "accounts.proofMissing" }));
  expect((await listed()).passkeys).toHaveLength(1);
});

test("a passkey is added only by the browser that requested the challenge", async () => {
  const credential = phone.create(await challengeToAdd());
  const mine = named;
  named = "";
  expect((await change({ intent: "add", credential })).status).toBe(400);
  named = `sabia-challenge=${Buffer.from(JSON.stringify("x".repeat(43))).toString("base64")}`;
  expect((await change({ intent: "add", credential })).status).toBe(400);
  named = mine;
  expect((await change({ intent: "add", credential })).status).toBe(303);
});

test("a passkey is removed only after a recent proof", async () => {
  await add();
  world.advance(11 * minute);
  expect(await change({ intent: "remove", id: phone.id })).toMatchObject(
    refusal({ password: "accounts.proofMissing" }, { id: phone.id }),
  );
  expect((await listed()).passkeys).toHaveLength(1);
});

describe("a sign-in by passkey", () => {
  beforeEach(() => add());

  test("needs neither e-mail nor password, and leads to the requested page", async () => {
    const answer = await enterBy({}, { redirectTo: "/purchases" });
    expect(answer).toMatchObject({ status: 303, location: "/purchases" });
    expect(await viewerOf(world, answer.session)).toMatchObject({ userId: bia.userId });
    expect((await listed()).passkeys[0]?.used).not.toBeNull();
    expect(await enterBy({}, { redirectTo: "//evil.example" })).toMatchObject({ location: "/marketplace" });
  });

  test("is valid once, in its browser, for this site, by an unlocked device that names the account", async () => {
    const credential = phone.get(await challengeFor("signIn"), { userHandle: handleOf(bia) });
    const mine = named;
    named = "";
    expect((await enter(credential)).session).toBeUndefined();
    named = mine;
    expect((await enter(credential)).session).toBeTruthy();
    const refused = await enter(credential);
    expect(refused).toMatchObject({
      status: 303,
      location: "/consumer-login",
      flash: { tone: "error", title: "accounts.passkeyWrong" },
    });
    for (const wrong of [
      { origin: "https://evil.example" },
      { verified: false },
      { userHandle: handleOf({ ...bia, userId: randomUUID() }) },
      { userHandle: undefined },
    ])
      expect((await enterBy(wrong)).session).toBeUndefined();
    expect((await enter("{}")).session).toBeUndefined();
    const late = await challengeFor("signIn");
    world.advance(challengeMinutes * minute);
    expect((await enter(phone.get(late, { userHandle: handleOf(bia) }))).session).toBeUndefined();
  });

  test("is refused if the sign counter has not grown, which reveals a copy", async () => {
    expect((await enterBy({ counter: 9 })).session).toBeTruthy();
    expect((await enterBy({ counter: 9 })).session).toBeUndefined();
    expect((await enterBy({ counter: 8 })).session).toBeUndefined();
    expect((await enterBy({ counter: 10 })).session).toBeTruthy();
  });

  test("is refused for a suspended account, with the reason for its owner only", async () => {
    await setRows(db, "users", { id: bia.userId }, { suspended_at: new Date() });
    expect(await enterBy()).toMatchObject({ session: undefined, flash: { title: "accounts.suspended" } });
    expect(await enterBy({ origin: "https://evil.example" })).toMatchObject({
      flash: { title: "accounts.passkeyWrong" },
    });
  });

  test("has a limited number of challenges and responses per address", async () => {
    const address = "10.250.0.1";
    const asks = () =>
      ask(world, options, { path: "/passkeys/options", form: { purpose: "signIn" }, address });
    for (let tries = 0; tries < 60; tries += 1) await asks();
    expect(await asks()).toMatchObject({ status: 429 });
    const credential = phone.get("c".repeat(43), { userHandle: handleOf(bia) });
    const form = { credential };
    expect(await ask(world, signIn, { path: "/passkeys/sign-in", form, address })).toMatchObject({
      flash: { title: "accounts.tooManyTries" },
    });
  });
});

test("a passkey is the second step of its own account, with a locked device too", async () => {
  await add();
  await addSecondFactor(db, bia.userId);
  const login = { intent: "login", email: bia.email, password: bia.password };
  const waiting = cookiesOf(await ask(world, consumerLogin, { path: "/consumer-login", form: login }));
  const pass = (credential: string, cookie = waiting) =>
    ask(world, step, { path: "/second-step", form: { credential }, headers: withName(cookie) });
  expect(await pass(phone.get(await challengeFor("signIn")))).toMatchObject({ status: 400 });
  const answer = await pass(phone.get(await challengeFor("secondFactor", waiting), { verified: false }));
  expect(await viewerOf(world, answer.session)).toMatchObject({ userId: bia.userId });
  const form = { purpose: "secondFactor" };
  expect((await ask(world, options, { path: "/passkeys/options", form, cookie: waiting })).status).toBe(403);
});

test("a passkey renews the proof of identity and gives the session a new id", async () => {
  await add();
  world.advance(11 * minute);
  const before = bia.cookie;
  const prove = (credential: string) =>
    askAs(world, proof, bia, {
      path: "/account/proof?redirectTo=/account/profile",
      form: { credential },
      headers: withName(bia.cookie),
    });
  const locked = phone.get(await challengeFor("proof", bia.cookie), { verified: false });
  expect(await prove(locked)).toMatchObject({ status: 400, session: undefined });
  const other = await makeConsumer(world);
  const theirs = phone.get(await challengeFor("proof", other.cookie));
  expect(await prove(theirs)).toMatchObject({ status: 400, session: undefined });
  expect(await prove(phone.get(await challengeFor("proof", bia.cookie)))).toMatchObject({
    status: 303,
    location: "/account/profile",
  });
  expect(bia.cookie).not.toBe(before);
  expect(await hasRecentProof(makeContext(world), makeRequest({ path: "/", cookie: bia.cookie }))).toBe(true);
});

test("a passkey added before the mailbox was confirmed is removed when its owner signs in with Google", async () => {
  await add();
  const verified = (at: Date | null) => setRows(db, "users", { id: bia.userId }, { email_verified_at: at });
  await verified(null);
  const identity = { sub: randomUUID(), email: bia.email, emailVerified: true, fullName: "Bia" };
  await findOrCreateGoogleAccount(world.services, identity, "consumer");
  expect((await enterBy()).session).toBeUndefined();
});
