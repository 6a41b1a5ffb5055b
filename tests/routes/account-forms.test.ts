import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openDatabase } from "~/platform/db.server";
import * as consumerLogin from "~/routes/public/consumer-login";
import * as creatorLogin from "~/routes/public/creator-login";
import * as creatorRegister from "~/routes/public/creator-register";
import * as logout from "~/routes/public/logout";
import { asOwner } from "../support/as-owner";
import { type Asked, ask, viewerOf } from "../support/ask";
import { creatorForm, makeConsumer, makeCreator } from "../support/people";
import { findRow, readRow, readRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;

const post = (route: { action: (typeof logout)["action"] | (typeof creatorLogin)["action"] }, asked: Asked) =>
  ask(world, route.action, asked);
const problem = (errors: Record<string, string>, values: Record<string, string>) => ({
  done: false,
  problem: { errors, values },
});

describe("the registration of a creator", () => {
  const path = "/creator-register";
  const { password, cardNumber, ...shown } = creatorForm({ email: "Nova@Example.com" });

  test("with a valid form redirects to the dashboard, signed in, with the message", async () => {
    const answer = await post(creatorRegister, {
      path,
      form: { ...shown, password, cardNumber: "4111 1111 1111 1234" },
    });
    expect(answer).toMatchObject({
      status: 303,
      location: "/creator/dashboard",
      flash: { tone: "success", title: "accounts.registered" },
    });
    expect(await viewerOf(world, answer.session)).toMatchObject({
      email: "Nova@Example.com",
      isCreator: true,
    });
    const row = await findRow(db, "creator_profiles", { email: shown.email });
    expect(row).toMatchObject({ card_last4: "1234" });
  });

  test("with an empty form has a message beside every required field", async () => {
    const required = "common.required";
    const answer = await post(creatorRegister, { path, form: { fullName: " ", email: "" } });
    expect(answer).toMatchObject({ status: 400, session: undefined });
    const fields = ["fullName", "email", "password", "country", "pixKey", "bankAccount", "bankName"];
    const errors = Object.fromEntries(fields.map((field) => [field, required]));
    expect(answer.data).toEqual(problem(errors, { fullName: "", email: "" }));
  });

  test("with an invalid form keeps its values, except password and card number", async () => {
    const kept = { ...shown, email: "not an e-mail", currency: "GBP" };
    const form = { ...kept, password: "short", cardNumber: "4111111111111111x" };
    const answer = await post(creatorRegister, { path, form });
    const errors = {
      email: "accounts.emailInvalid",
      password: "accounts.passwordTooShort",
      cardNumber: "accounts.cardDigits",
      currency: "accounts.currencyUnknown",
    };
    expect(answer.data).toEqual(problem(errors, kept));
    expect(JSON.stringify(answer.data)).not.toMatch(/short"|4111/);
  });

  test("with a taken e-mail has the specified message beside it", async () => {
    const { email } = await makeConsumer(world);
    const form = { ...creatorForm({ email: email.toUpperCase() }) };
    const answer = await post(creatorRegister, { path, form });
    expect(answer).toMatchObject({ status: 400, session: undefined });
    expect(answer.data).toMatchObject({ problem: { errors: { email: "accounts.emailTaken" } } });
  });

  test("of a signed-in person needs no e-mail and password, and names them", async () => {
    const beto = await makeConsumer(world);
    const known = await ask(world, creatorRegister.loader, { path, cookie: beto.cookie });
    expect(known.data).toEqual({ known: { email: beto.email, fullName: "Beto Aluno" } });
    const { email, ...form } = { ...shown, fullName: "Beto Criador" };
    const answer = await post(creatorRegister, { path, form, cookie: beto.cookie });
    expect(answer).toMatchObject({ status: 303, location: "/creator/dashboard" });
    const row = await findRow(db, "creator_profiles", { user_id: beto.userId });
    expect(row).toMatchObject({ full_name: "Beto Criador", email: beto.email });
  });

  test("of a person who signed in after opening the form names the account", async () => {
    const beto = await makeConsumer(world);
    const form = { ...shown, email: "firma@example.com", password: "correct horse" };
    const answer = await post(creatorRegister, { path, form, cookie: beto.cookie });
    expect(answer.status).toBe(409);
    expect(answer.data).toMatchObject({
      problem: { errors: { form: "accounts.signedInMeanwhile" }, values: { pixKey: shown.pixKey } },
    });
    expect(await readRows(db, "creator_profiles", { user_id: beto.userId }, "id")).toEqual([]);
    expect(await readRows(db, "users", { email: "firma@example.com" }, "id")).toEqual([]);
  });

  test("redirects a person who is already a creator, in the language of the page", async () => {
    const { cookie } = await makeCreator(world);
    expect(await ask(world, creatorRegister.loader, { path: `${path}?lng=en`, cookie })).toMatchObject({
      status: 303,
      location: "/creator/dashboard?lng=en",
    });
  });
});

describe("the sign-up of a consumer", () => {
  const path = "/consumer-login?tab=signup";
  const form = { intent: "signup", fullName: "Dora", email: "dora@example.com", password: "battery staple" };

  test("with a valid form redirects to the marketplace, signed in", async () => {
    const answer = await post(consumerLogin, { path, form });
    expect(answer).toMatchObject({
      status: 303,
      location: "/marketplace",
      flash: { title: "accounts.registered" },
    });
    expect(await viewerOf(world, answer.session)).toMatchObject({ isConsumer: true, isCreator: false });
  });

  test("with a taken e-mail has the specified message, and keeps the other values", async () => {
    const { email } = await makeCreator(world);
    const answer = await post(consumerLogin, { path, form: { ...form, email } });
    expect(answer.status).toBe(400);
    expect(answer.data).toEqual(
      problem({ email: "accounts.emailTakenLearner" }, { intent: "signup", fullName: "Dora", email }),
    );
  });

  test.each([
    [{ fullName: "" }, { fullName: "common.required" }],
    [{ fullName: "x".repeat(201) }, { fullName: "accounts.tooLong" }],
    [{ email: "dora@" }, { email: "accounts.emailInvalid" }],
    // A mail server would read these as another recipient or header (RFC 5321, section 4.1.1).
    [{ email: "dora@example.com\r\nBcc: eva@example.com" }, { email: "accounts.emailInvalid" }],
    [{ email: "dora@example.com, eva@example.com" }, { email: "accounts.emailInvalid" }],
    [{ email: "<dora@example.com>" }, { email: "accounts.emailInvalid" }],
    [{ email: `${"d".repeat(250)}@example.com` }, { email: "accounts.tooLong" }],
    [{ password: "12345" }, { password: "accounts.passwordTooShort" }],
    [{ password: "x".repeat(201) }, { password: "accounts.passwordTooLong" }],
  ])("with %j gets 400", async (changes, errors) => {
    const invalid = { ...form, email: "nova-dora@example.com", ...changes };
    expect(await post(consumerLogin, { path, form: invalid })).toMatchObject({
      status: 400,
      data: { problem: { errors } },
    });
  });
});

test("unknown fields of a form change nothing of the created account", async () => {
  const id = "00000000-0000-4000-8000-000000000001";
  const ofUser = { id, role: "admin", isAdmin: "true", email_verified_at: "2020-01-01", google_sub: "1" };
  const ofProfile = { user_id: id, payment_method: "card", card_last4: "9999" };
  const form = creatorForm();
  const asked = { path: "/creator-register", form: { ...form, ...ofUser, ...ofProfile } };
  const answer = await post(creatorRegister, asked);
  expect(await viewerOf(world, answer.session)).toMatchObject({ isAdmin: false, isCreator: true });
  const user = await readRow(db, "users", { email: form.email });
  expect(user).toMatchObject({ email_verified_at: null, google_sub: null });
  expect(user.id).not.toBe(id);
  const profile = await readRow(db, "creator_profiles", { user_id: user.id });
  expect(profile).toMatchObject({ payment_method: "pix", card_last4: null });
  expect(await readRows(db, "user_roles", {}, "role")).toEqual([]);
});

describe("a profile refused by the database", () => {
  const refuseProfiles = (table: string) =>
    asOwner(db, sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT refused CHECK (false) NOT VALID`);
  const takeProfiles = (table: string) =>
    asOwner(db, sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT refused`);

  test.each(["creator", "consumer", "known person"])(
    "has its own message, keeps the input and creates no account: %s",
    async (who) => {
      const table = who === "consumer" ? "consumer_profiles" : "creator_profiles";
      const { password, cardNumber: _, email, ...rest } = creatorForm();
      // A known person's form has no sign-in fields.
      const known = who === "known person";
      const typed = known ? rest : { email, ...rest };
      const beto = await makeConsumer(world);
      const countUsers = async () => (await readRows(db, "users", {}, "id")).length;
      const before = await countUsers();
      await refuseProfiles(table);
      const path = who === "consumer" ? "/consumer-login?tab=signup" : "/creator-register";
      const values = who === "consumer" ? { intent: "signup", ...typed } : typed;
      const answer = await post(who === "consumer" ? consumerLogin : creatorRegister, {
        path,
        form: known ? values : { ...values, password },
        cookie: known ? beto.cookie : undefined,
      });
      await takeProfiles(table);
      expect(answer).toMatchObject({ status: 503, session: undefined });
      expect(answer.data).toEqual(problem({ form: "accounts.profileFailed" }, values));
      expect(await countUsers()).toBe(before);
    },
  );
});

describe.each([
  ["/consumer-login", consumerLogin, "/marketplace"],
  ["/creator-login", creatorLogin, "/creator/dashboard"],
] as const)("the login at %s", (path, route, target) => {
  test("with a valid form redirects with a new session and the specified message", async () => {
    const { email, password, cookie } = await makeCreator(world);
    const answer = await post(route, {
      path,
      form: { intent: "login", email: ` ${email.toUpperCase()} `, password },
    });
    expect(answer).toMatchObject({
      status: 303,
      location: target,
      flash: { tone: "success", title: "accounts.loggedIn" },
    });
    expect(answer.session).not.toBe(cookie);
    expect(await viewerOf(world, answer.session)).toMatchObject({ email });
  });

  test.each([
    ["another password", "wrong password"],
    ["nobody's e-mail", undefined],
  ])("with %s gets 400 with one message for both, no session, and keeps the e-mail", async (_, password) => {
    const { email } = await makeCreator(world);
    const form = password ? { email, password } : { email: `x${email}`, password: "correct horse" };
    const answer = await post(route, { path, form });
    expect(answer).toMatchObject({ status: 400, session: undefined });
    expect(answer.data).toEqual(problem({ form: "accounts.loginFailed" }, { email: form.email }));
  });

  test("with an empty form gets 400 with messages", async () => {
    const answer = await post(route, { path, form: {} });
    expect(answer.status).toBe(400);
    expect(answer.data).toEqual(problem({ email: "common.required", password: "common.required" }, {}));
  });
});

test("logging out without the database shows the specified message, and keeps the cookie for another attempt", async () => {
  const { cookie } = await makeCreator(world);
  const { db: away } = openDatabase("postgres://nobody@127.0.0.1:1/nothing", () => {});
  const cutOff = { ...world, services: { ...world.services, db: away } };
  expect(await ask(cutOff, logout.action, { path: "/logout", method: "POST", cookie })).toMatchObject({
    status: 303,
    location: "/",
    session: undefined,
    flash: { tone: "error", title: "creator.failed", description: "common.logoutFailed" },
  });
});

describe("a plain form", () => {
  const path = "/creator-login";

  test.each([
    ["json", "application/json", "{}"],
    ["plain text, as a cross-site form may send it", "text/plain", "email=a"],
    ["multipart", "multipart/form-data; boundary=x", "--x--"],
  ])("sent as %s is refused with 415", async (_, type, body) => {
    const answer = await post(creatorLogin, { path, body, headers: { "Content-Type": type } });
    expect(answer).toMatchObject({ status: 415, thrown: true });
  });

  test("may have 64 KiB, and a byte more is refused with 413", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const send = (bytes: number) => post(creatorLogin, { path, headers, body: "email=".padEnd(bytes, "x") });
    expect(await send(64 * 1024)).toMatchObject({ status: 400 });
    expect(await send(64 * 1024 + 1)).toMatchObject({ status: 413, thrown: true });
  });
});
