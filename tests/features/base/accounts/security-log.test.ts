import { afterAll, beforeEach, expect, test } from "vitest";
import { startGoogle } from "../../../../dev/google/start-google";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { linkIn, mailsAbout, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { makeConsumer, type Person } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";
import { askForMail, resetBy } from "../../entrance/recovery/recovery-flow";
import { googlePerson, googleVariables, signInWithGoogle } from "../../entrance/sign-in/google-flow";

const google = await startGoogle();
afterAll(() => google.close());
const everyMail = await openMailbox();
const mailbox = mailsAbout(everyMail, /^(Redefina|Reset|Confirme|Confirm) /);
const world = await startTestWorld({
  TRUSTED_PROXY_HOPS: "1",
  SMTP_URL: everyMail.smtpUrl,
  ...googleVariables(google.url),
});
const { db } = world.services;
const { port } = await startHttpApp(world);
await workQueue(world);

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
  world.logged.length = 0;
});

const login = (browser: Browser, password: string, path = "/consumer-login") =>
  browser.post(path, { intent: "login", email: beto.email, password });

/** Security events since the test began. */
const events = () => world.logged.filter(({ security, req }) => security !== undefined && req !== undefined);

test("the security log names who signed in and out, when, from which address and by which page", async () => {
  const browser = new Browser({ port });
  await login(browser, beto.password);
  await browser.post("/logout");
  const common = { userId: beto.userId, address: browser.address, level: 30 };
  expect(events()).toMatchObject([
    { ...common, security: "signedIn", req: { method: "POST", path: "/consumer-login" } },
    { ...common, security: "signedOut", req: { method: "POST", path: "/logout" } },
  ]);
  for (const { time, req } of events()) {
    expect(Number.isNaN(Number(time))).toBe(false);
    expect(req).toHaveProperty("id", expect.stringMatching(/^[0-9a-f-]{36}$/));
  }
});

test("the security log names a wrong password, and the eleventh attempt, with one pseudonym per account", async () => {
  const browser = new Browser({ port });
  for (let at = 0; at < 11; at++) await login(browser, "wrong");
  const names = events().map(({ security }) => security);
  expect(names).toEqual([...Array(10).fill("signInFailed"), "tooManyTries"]);
  expect(new Set(events().map(({ level }) => level))).toEqual(new Set([40]));
  const marks = new Set(events().flatMap(({ account }) => (account ? [account] : [])));
  expect(marks.size).toBe(1);
  world.logged.length = 0;
  await new Browser({ port }).post("/creator-login", { email: "other@example.com", password: "wrong" });
  expect(marks.has(events()[0]?.account ?? {})).toBe(false);
});

test("the security log names a sign-in by Google, and one that failed, with the reason", async () => {
  await signInWithGoogle(new Browser({ port }), google, googlePerson());
  await signInWithGoogle(new Browser({ port }), google, googlePerson({ emailVerified: false }));
  await new Browser({ port }).get("/auth/google/callback?code=x&state=y");
  expect(events()).toMatchObject([
    { security: "signedIn", req: { path: "/auth/google/callback" } },
    { security: "signInFailed", reason: "emailNotVerified" },
    { security: "signInFailed", reason: "not the way that this browser began" },
  ]);
});

test("the security log names who was refused the admin area, and who became its first administrator", async () => {
  await login(new Browser({ port }), beto.password, "/admin-login");
  const ana = await makeConsumer(world);
  await new Browser({ port }).post("/admin-login", { email: ana.email, password: ana.password });
  await new Browser({ port, cookie: ana.cookie }).get("/admin/dashboard.data?_routes=routes/admin/dashboard");
  expect(events()).toMatchObject([
    { security: "firstAdminMade", userId: beto.userId },
    { security: "signedIn", userId: beto.userId },
    { security: "adminDenied", userId: ana.userId, level: 40 },
    { security: "accessRefused", userId: ana.userId, req: { path: "/admin/dashboard.data" }, level: 40 },
  ]);
  await db.deleteFrom("user_roles").execute();
});

test("the security log names a changed, rejected, forgotten and reset password, and a refused link", async () => {
  const browser = new Browser({ port, cookie: beto.cookie });
  const form = { intent: "password", password: "senha nova", confirmPassword: "senha nova" };
  await browser.post("/account", { ...form, currentPassword: "errada" });
  await browser.post("/account", { ...form, currentPassword: beto.password });
  await browser.post("/account", { intent: "end-others" });
  await askForMail(browser, beto.email);
  const link = linkIn(await nextMail(mailbox, beto.email));
  await resetBy(browser, link);
  await resetBy(browser, link);
  expect(events().map(({ security, userId }) => [security, userId])).toEqual([
    ["passwordChangeFailed", beto.userId],
    ["passwordChanged", beto.userId],
    ["otherSessionsEnded", beto.userId],
    ["recoveryAsked", undefined],
    ["passwordReset", beto.userId],
    ["resetRefused", undefined],
  ]);
});

test("the security log names a form from another site, with its declared origin", async () => {
  const browser = new Browser({ port, cookie: beto.cookie });
  const origin = `https://evil.example/${"x".repeat(400)}`;
  await browser.post("/logout", {}, { Origin: origin, "Sec-Fetch-Site": "cross-site" });
  expect(events()).toMatchObject([
    {
      security: "crossSiteRefused",
      address: browser.address,
      req: { path: "/logout" },
      secFetchSite: "cross-site",
    },
  ]);
  expect(String(events()[0]?.origin)).toHaveLength(200);
});
