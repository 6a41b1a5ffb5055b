import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  findWaitingEmail,
  insertEmailChange,
} from "~/features/base/account-changes/account-changes.queries.server";
import { googleLimit } from "~/features/base/accounts/sign-in-limits";
import { pt } from "~/i18n/locales/pt";
import { addressKey } from "~/platform/try-counter.server";
import { type GooglePerson, startGoogle } from "../../../../dev/google/start-google";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeConsumer, makeCreator, type Person } from "../../../support/people";
import { findRow, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import {
  beginGoogle,
  googleClient,
  googlePerson,
  googleVariables,
  pickAtGoogle,
  signInWithGoogle,
} from "./google-flow";
import { type GateMode, startGoogleGate } from "./google-gate";

const google = await startGoogle({ client: googleClient });
const gate = await startGoogleGate(google.url);
afterAll(async () => {
  await gate.close();
  await google.close();
});
const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1", ...googleVariables(gate.url) });
const { db, clock, rateLimits } = world.services;
const { port } = await startHttpApp(world);
const failed = "Erro ao fazer login com Google. Tente novamente.";

/** A Google that never responds: started first, because the product waits seconds for it. */
const hanging = await startGoogleGate(google.url);
afterAll(() => hanging.close());
hanging.mode = "hang";
const slowWorld = await startTestWorld({ TRUSTED_PROXY_HOPS: "1", ...googleVariables(hanging.url) });
const slowApp = await startHttpApp(slowWorld);
const waiting = signInWithGoogle(new Browser(slowApp), google, googlePerson(), { as: "creator" });

beforeEach(() => {
  gate.mode = "open";
  gate.tokenRequests.length = 0;
});

const logIn = ({ email, password }: Pick<Person, "email" | "password">) =>
  newBrowser().post("/consumer-login", { intent: "login", email, password });
const mailsOf = async (user_id: string, kind: string) =>
  (await readRows(db, "mails", { user_id, kind }, "facts")).map(({ facts }) => facts);

const newBrowser = (cookie?: string) => new Browser({ port, cookie });

const findUser = (email: string) => findRow(db, "users", { email });

async function userOf(browser: Browser): Promise<string | undefined> {
  const page = await browser.get("/account.data");
  return /"([^"]+@example\.com)"/.exec(page.body)?.[1];
}

/** Expects a return to the login page with the spec's message, not signed in. */
async function expectFailure(browser: Browser, reply: Reply, screen = "/consumer-login"): Promise<void> {
  expect([reply.status, reply.location]).toEqual([303, screen]);
  const page = await browser.get(screen);
  expect(page.body.includes(failed)).toBe(true);
  expect(browser.cookies.has("sabia")).toBe(false);
  expect(await userOf(browser)).toBeUndefined();
}

async function expectSignInToFail(person: GooglePerson): Promise<void> {
  const browser = newBrowser();
  await expectFailure(browser, await signInWithGoogle(browser, google, person));
}

describe("the redirect to Google", () => {
  test("requests only the identity, by code, with a new state", async () => {
    const asked = await beginGoogle(newBrowser());
    expect(asked.pathname).toBe("/authorize");
    const { state, scope, ...rest } = Object.fromEntries(asked.searchParams);
    expect(rest).toMatchObject({
      response_type: "code",
      client_id: "local-id",
      redirect_uri: "http://localhost:3000/auth/google/callback",
      prompt: "select_account",
      access_type: "online",
    });
    expect(scope?.split(" ").sort()).toEqual([
      "https://www.googleapis.com/auth/userinfo.email",
      "https://www.googleapis.com/auth/userinfo.profile",
      "openid",
    ]);
    expect(state).toMatch(/^[0-9a-f-]{36}$/);
    expect((await beginGoogle(newBrowser())).searchParams.get("state")).not.toBe(state);
    expect(asked.href).not.toContain("local-secret");
  });

  test("stores no token in a cookie, a row, a page or the log", async () => {
    const browser = newBrowser();
    await signInWithGoogle(browser, google, googlePerson());
    const [asked] = gate.tokenRequests;
    expect(asked?.get("grant_type")).toBe("authorization_code");
    const code = asked?.get("code") ?? "";
    expect([...browser.cookies.keys()].sort()).toEqual(["sabia", "sabia-device", "sabia-flash"]);
    const logged = JSON.stringify(world.logged);
    expect(logged.includes(code)).toBe(false);
    expect(logged.includes("local-secret")).toBe(false);
  });
});

describe("text from Google that the database cannot store", () => {
  test("in a name is replaced", async () => {
    const person = googlePerson({ name: "Gil\0Google" });
    expect((await signInWithGoogle(newBrowser(), google, person)).location).toBe("/marketplace");
    expect(await findUser(person.email)).toMatchObject({ google_name: "Gil\uFFFDGoogle" });
  });

  test("in the account's id is refused as a failure at Google", async () => {
    await expectSignInToFail(googlePerson({ sub: "a\0b" }));
  });
});

describe("the return from Google", () => {
  test("is refused in another browser", async () => {
    const attacker = newBrowser();
    const path = await pickAtGoogle(google, await beginGoogle(attacker), googlePerson());
    const victim = newBrowser();
    await expectFailure(victim, await victim.get(path));
    // Nor while the victim is signing in as well.
    const other = newBrowser();
    await beginGoogle(other);
    await expectFailure(other, await other.get(path));
    expect(gate.tokenRequests).toEqual([]);
  });

  test("works once", async () => {
    const browser = newBrowser();
    const path = await pickAtGoogle(google, await beginGoogle(browser), googlePerson());
    const before = browser.cookie;
    expect((await browser.get(path)).location).toBe("/marketplace");
    await browser.post("/logout");
    await expectFailure(browser, await browser.get(path));
    // Nor with copies of the old cookies: Google's code is used up.
    const replayed = newBrowser(before);
    await expectFailure(replayed, await replayed.get(path));
  });

  test.each([
    ["without a state", (path: string) => path.replace(/&?state=[^&]+/, "")],
    ["with a state of one's own", (path: string) => path.replace(/state=[^&]+/, "state=guessed")],
    ["with an empty state", (path: string) => path.replace(/state=[^&]+/, "state=")],
    ["without a code", (path: string) => path.replace(/code=[^&]+&?/, "")],
    ["with a made-up code", (path: string) => path.replace(/code=[^&]+/, "code=guessed")],
    ["without anything", () => "/auth/google/callback"],
  ])("%s is refused", async (_, change) => {
    const browser = newBrowser();
    const path = await pickAtGoogle(google, await beginGoogle(browser), googlePerson());
    await expectFailure(browser, await browser.get(change(path)));
  });

  test("is limited by address, before Google is asked, with the message and return path of the login page", async () => {
    const browser = newBrowser();
    const wish = { as: "creator", redirectTo: "/creator/videos" };
    const path = await pickAtGoogle(google, await beginGoogle(browser, wish), googlePerson());
    const key = addressKey(browser.address);
    await Promise.all(Array.from({ length: googleLimit.tries }, () => rateLimits.take(googleLimit, key)));
    const refused = await browser.get(path);
    expect(refused.location).toBe("/creator-login?redirectTo=%2Fcreator%2Fvideos");
    expect((await browser.get(refused.location ?? "")).body).toContain(pt.accounts.tooManyTries);
    expect(gate.tokenRequests).toEqual([]);
    expect(browser.cookies.has("sabia")).toBe(false);
    const elsewhere = newBrowser();
    expect((await signInWithGoogle(elsewhere, google, googlePerson())).location).toBe("/marketplace");
  });

  test("with an altered state cookie is refused", async () => {
    const browser = newBrowser();
    const path = await pickAtGoogle(google, await beginGoogle(browser), googlePerson());
    const cookie = browser.cookies.get("sabia-google") ?? "";
    for (const other of ["", cookie.slice(2), `${cookie}A`, cookie.split(".")[0] ?? "", "x.y"]) {
      const forged = newBrowser();
      forged.cookies.set("sabia-google", other);
      await expectFailure(forged, await forged.get(path));
    }
  });

  test("is refused after ten minutes, with copied cookies too", async () => {
    const browser = newBrowser();
    const reply = await browser.post("/auth/google", { as: "consumer" });
    for (const cookie of reply.setCookies) expect(cookie).toMatch(/Max-Age=600;.*HttpOnly.*SameSite=Lax/);
    for (const [seconds, leadsTo] of [
      [599, "/marketplace"],
      [601, "/consumer-login"],
    ] as const) {
      const slow = newBrowser();
      const path = await pickAtGoogle(google, await beginGoogle(slow), googlePerson());
      world.advance(seconds * 1_000);
      expect((await slow.get(path)).location).toBe(leadsTo);
    }
  });

  test("of another tab or a foreign link does not end a pending attempt", async () => {
    const browser = newBrowser();
    const first = await pickAtGoogle(google, await beginGoogle(browser), googlePerson());
    const second = await pickAtGoogle(google, await beginGoogle(browser), googlePerson());
    await expectFailure(browser, await browser.get("/auth/google/callback?code=x&state=y"));
    await expectFailure(browser, await browser.get(first));
    expect((await browser.get(second)).location).toBe("/marketplace");
  });
});

describe("an account", () => {
  test("is created with a consumer profile, and recognised by Google's id after the e-mail changes, though unverified", async () => {
    // Contains a direction control (`typed-text.ts`).
    const person = googlePerson({ name: "Gil \u202eda Silva" });
    const browser = newBrowser();
    expect((await signInWithGoogle(browser, google, person)).location).toBe("/marketplace");
    const user = await findUser(person.email);
    expect(user).toMatchObject({ google_sub: person.sub, password_hash: null, email_verified_at: clock() });
    const profiles = () => readRows(db, "consumer_profiles", { user_id: user?.id ?? "" });
    expect(await profiles()).toMatchObject([{ full_name: "Gil da Silva", email: person.email }]);

    const moved = { ...person, email: "gil-moved@example.com", emailVerified: false };
    const again = newBrowser();
    await signInWithGoogle(again, google, moved);
    expect(await userOf(again)).toBe(person.email);
    expect(await findUser(moved.email)).toBeUndefined();
    expect(await profiles()).toHaveLength(1);
  });

  test("is not created for an unverified e-mail", async () => {
    const person = googlePerson({ emailVerified: false });
    await expectSignInToFail(person);
    expect(await findUser(person.email)).toBeUndefined();
  });

  test("that exists is linked by a verified e-mail in any case, and keeps its data", async () => {
    const ana = await makeCreator(world);
    const person = googlePerson({ email: ana.email.toUpperCase() });
    const browser = newBrowser();
    const reply = await signInWithGoogle(browser, google, person, { as: "creator" });
    expect(reply.location).toBe("/creator/dashboard");
    expect((await browser.get("/creator/dashboard")).status).toBe(200);
    expect(await findUser(ana.email)).toMatchObject({ id: ana.userId, google_sub: person.sub });
    expect(await findUser(person.email)).toBeUndefined();
  });

  test("that exists is unchanged for an unverified e-mail", async () => {
    const beto = await makeConsumer(world);
    const before = await findUser(beto.email);
    await expectSignInToFail(googlePerson({ email: beto.email, emailVerified: false }));
    expect(await findUser(beto.email)).toEqual(before);
    expect(await userOf(newBrowser(beto.cookie))).toBe(beto.email);
  });

  test("with an unconfirmed e-mail loses its password and sessions, which may be an attacker's", async () => {
    const stranger = await makeConsumer(world);
    const owner = newBrowser();
    await signInWithGoogle(owner, google, googlePerson({ email: stranger.email }));
    expect((await owner.get("/marketplace")).body).toContain(pt.accounts.googleCleared);
    expect(await findUser(stranger.email)).toMatchObject({ id: stranger.userId, password_hash: null });
    expect(await userOf(newBrowser(stranger.cookie))).toBeUndefined();
    expect(await userOf(owner)).toBe(stranger.email);
    const facts = { email: stranger.email, dropped: true, payoutForgotten: false };
    expect(await mailsOf(stranger.userId, "googleLinked")).toEqual([facts]);
    // A failed sign-in offers a new password to everyone.
    for (const email of [stranger.email, "nobody-has-this@example.com"]) {
      const reply = await logIn({ ...stranger, email });
      expect(reply.status).toBe(400);
      expect(reply.body).toContain(pt.accounts.loginForgotten);
    }
  });

  test("with an unconfirmed e-mail keeps it, although a stranger had confirmed another one that waits", async () => {
    const { userId, email } = await makeCreator(world);
    const now = clock();
    const to = "stranger@example.com";
    const waiting = { userId, from: email, to, hadGoogle: false, now, dueAt: new Date(now.getTime() + 1) };
    await insertEmailChange(db, waiting);
    await signInWithGoogle(newBrowser(), google, googlePerson({ email }));
    expect(await findWaitingEmail(db, userId)).toBeUndefined();
    expect(await mailsOf(userId, "emailChangeCancelled")).toHaveLength(1);
  });

  test("with an unconfirmed e-mail loses its payment details, with a message", async () => {
    const stranger = await makeCreator(world);
    const profile = async () => readRow(db, "creator_profiles", { user_id: stranger.userId });
    expect(await profile()).toMatchObject({ pix_key: "ana@pix.example", bank_name: "Banco do Brasil" });
    const owner = newBrowser();
    const person = googlePerson({ email: stranger.email });
    await signInWithGoogle(owner, google, person, { as: "creator" });
    const gone = { pix_key: null, bank_name: null, bank_account_number: null, card_last4: null };
    expect(await profile()).toMatchObject({ ...gone, card_holder_name: null });
    expect((await owner.get("/creator/dashboard")).body).toContain(pt.accounts.googleClearedPayout);
    // Details entered after the confirmation stay.
    await setRows(db, "creator_profiles", { user_id: stranger.userId }, { pix_key: "dona@pix.example" });
    const again = newBrowser();
    await signInWithGoogle(again, google, person, { as: "creator" });
    expect(await profile()).toMatchObject({ pix_key: "dona@pix.example" });
    expect((await again.get("/creator/dashboard")).body).not.toContain(pt.accounts.googleClearedPayout);
  });

  test("with a confirmed e-mail keeps its password, sessions and payment details", async () => {
    const beto = await makeCreator(world);
    await setRows(db, "users", { id: beto.userId }, { email_verified_at: clock() });
    const browser = newBrowser();
    await signInWithGoogle(browser, google, googlePerson({ email: beto.email }));
    expect(await userOf(newBrowser(beto.cookie))).toBe(beto.email);
    expect((await browser.get("/marketplace")).body).not.toContain(pt.accounts.googleCleared);
    const kept = await readRow(db, "creator_profiles", { user_id: beto.userId }, "pix_key");
    expect(kept).toEqual({ pix_key: "ana@pix.example" });
    expect(await mailsOf(beto.userId, "googleLinked")).toMatchObject([{ dropped: false }]);
    expect((await logIn(beto)).location).toBe("/marketplace");
  });

  test("that is linked is not linked to a second Google account of the same e-mail", async () => {
    const first = googlePerson();
    await signInWithGoogle(newBrowser(), google, first);
    const before = await findUser(first.email);
    await expectSignInToFail(googlePerson({ email: first.email }));
    expect(await findUser(first.email)).toEqual(before);
  });

  test("is created once by concurrent returns", async () => {
    const person = googlePerson();
    const ready = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const browser = newBrowser();
        return { browser, path: await pickAtGoogle(google, await beginGoogle(browser), person) };
      }),
    );
    const replies = await Promise.all(ready.map(({ browser, path }) => browser.get(path)));
    expect(replies.map(({ location }) => location)).toEqual(Array(12).fill("/marketplace"));
    const users = await readRows(db, "users", { google_sub: person.sub }, "id");
    expect(users).toHaveLength(1);
    for (const { browser } of ready) expect(await userOf(browser)).toBe(person.email);
  });

  test("that is suspended is neither signed in nor linked, with a message", async () => {
    const person = googlePerson();
    await signInWithGoogle(newBrowser(), google, person);
    const beto = await makeConsumer(world);
    const unlinked = googlePerson({ email: beto.email });
    const suspended_at = clock();
    for (const email of [person.email, beto.email]) await setRows(db, "users", { email }, { suspended_at });
    for (const suspended of [person, unlinked]) {
      const browser = newBrowser();
      const reply = await signInWithGoogle(browser, google, suspended, { as: "admin" });
      expect([reply.status, reply.location]).toEqual([303, "/admin-login"]);
      expect((await browser.get("/admin-login")).body).toContain(pt.accounts.suspended);
      expect(browser.cookies.has("sabia")).toBe(false);
      expect(await userOf(browser)).toBeUndefined();
    }
    expect(await findUser(beto.email)).toMatchObject({ google_sub: null });
    await setRows(db, "users", { email: person.email }, { suspended_at: null });
    expect((await signInWithGoogle(newBrowser(), google, person)).location).toBe("/marketplace");
  });

  test("with a blank or missing name is named after its e-mail", async () => {
    for (const name of ["", "   "]) {
      const person = googlePerson({ name });
      await signInWithGoogle(newBrowser(), google, person);
      const row = await findRow(db, "consumer_profiles", { email: person.email }, "full_name");
      expect(row?.full_name).toBe(person.email);
    }
  });
});

describe("a Google sign-in redirects by the login page", () => {
  test("a consumer to the requested page", async () => {
    const reply = await signInWithGoogle(newBrowser(), google, googlePerson(), { redirectTo: "/videos/1" });
    expect(reply.location).toBe("/videos/1");
  });

  test("a creator newcomer to complete their registration, name and e-mail filled in", async () => {
    const person = googlePerson({ name: "Carla Criadora" });
    const browser = newBrowser();
    const reply = await signInWithGoogle(browser, google, person, { as: "creator" });
    expect(reply.location).toBe("/creator/dashboard");
    expect((await browser.get("/creator/dashboard")).location).toBe("/creator-register");
    const page = await browser.get("/creator-register");
    expect(page.body.includes("Complete seu cadastro de criador")).toBe(true);
    expect(page.body.includes('value="Carla Criadora"')).toBe(true);
    expect(page.body.includes(person.email)).toBe(true);
    expect(await findRow(db, "consumer_profiles", { email: person.email }, "id")).toBeUndefined();
  });
});

describe("a failed Google sign-in is reported on the login page where it began", () => {
  const screens = { consumer: "/consumer-login", creator: "/creator-login", admin: "/admin-login" };

  test.each(Object.entries(screens))("when it was cancelled: %s", async (as, screen) => {
    const browser = newBrowser();
    const asked = await beginGoogle(browser, { as });
    const page = await (await fetch(new URL(asked.pathname + asked.search, google.url))).text();
    const cancel = /<a href="([^"]+)">Cancelar/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const back = new URL(cancel);
    expect(back.searchParams.get("error")).toBe("access_denied");
    await expectFailure(browser, await browser.get(back.pathname + back.search), screen);
  });

  test.each(
    (["refuse", "fail", "garbage", "redirect", "drop", "nobody"] as GateMode[]).map(
      (mode, at) => [mode, Object.entries(screens)[at % 3] ?? ["consumer", screens.consumer]] as const,
    ),
  )("when Google's server answers: %s", async (mode, [as, screen]) => {
    const browser = newBrowser();
    const path = await pickAtGoogle(google, await beginGoogle(browser, { as }), googlePerson());
    gate.mode = mode;
    await expectFailure(browser, await browser.get(path), screen);
    expect(world.logged.filter(({ security }) => security === "signInFailed")).not.toEqual([]);
  });

  test("when Google's server does not answer", async () => {
    const reply = await waiting;
    expect([reply.status, reply.location]).toEqual([303, "/creator-login"]);
  });
});
