/** Registrations, and the terms that a person accepts with them and again after a new version. */
import { expect, test } from "vitest";
import { termsVersion } from "~/features/base/accounts/law-pages";
import { askForTerms } from "~/features/base/accounts/law-words.server";
import {
  completeCreator,
  registerConsumer,
  registerCreator,
} from "~/features/entrance/sign-in/register.server";
import { law as en } from "~/i18n/locales/en/server-pages";
import { law as pt } from "~/i18n/locales/pt/server-pages";
import { findSignedIn } from "~/platform/context.server";
import * as terms from "~/routes/account/terms";
import { ask } from "../../../support/ask";
import { creatorForm, makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findRow, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db, clock } = services;

const signup = (email: string) => ({ fullName: "Beto Aluno", email, password: "battery staple" });

async function count(table: "users" | "consumer_profiles" | "creator_profiles", email: string) {
  const rows = await readRows(db, table, {}, "email");
  return rows.filter((row) => row.email.toLowerCase() === email.toLowerCase()).length;
}

const creatorRow = (userId: string) => findRow(db, "creator_profiles", { user_id: userId });

test("a creator's registration adds account and profile, and stores the password as argon2id only", async () => {
  const form = creatorForm({ email: "Nova.Criadora@example.com", currency: "EUR" });
  const result = await registerCreator(services, form);
  if (!result.ok) expect.fail(result.error);
  expect(await creatorRow(result.userId)).toMatchObject({
    full_name: form.fullName,
    email: form.email,
    country: "Brasil",
    currency: "EUR",
    payment_method: "pix",
    pix_key: form.pixKey,
    bank_account_number: form.bankAccount,
    bank_name: form.bankName,
    card_last4: null,
    card_holder_name: null,
  });
  const user = await readRow(db, "users", { id: result.userId });
  expect(user.email).toBe(form.email);
  expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await services.passwords.verify(user.password_hash, form.password)).toBe(true);
  expect(await services.passwords.verify(user.password_hash, `${form.password} `)).toBe(false);
});

test("one of twenty concurrent registrations with one e-mail succeeds", async () => {
  const email = "corrida@example.com";
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? registerConsumer(services, signup(n % 4 === 0 ? email : email.toUpperCase()))
        : registerCreator(services, creatorForm({ email })),
    ),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await count("users", email)).toBe(1);
  const profiles = [await count("consumer_profiles", email), await count("creator_profiles", email)];
  expect(profiles.sort()).toEqual([0, 1]);
});

test("a consumer can become a creator too, once", async () => {
  const person = await makeConsumer(world);
  const { email: _, password: __, ...profile } = creatorForm({ fullName: "Primeira vez" });
  await completeCreator(services, person, profile);
  await completeCreator(services, person, { ...profile, fullName: "Segunda vez" });
  expect(await creatorRow(person.userId)).toMatchObject({ full_name: "Primeira vez", email: person.email });
  const rows = await readRows(db, "consumer_profiles", { user_id: person.userId }, "id");
  expect(rows).toHaveLength(1);
});

const accepted = (userId: string) => readRows(db, "terms_acceptances", { user_id: userId });

/** The question that a person's pages ask. */
async function questionTo(cookie: string, locale: "pt" | "en") {
  const request = new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
  return askForTerms(await findSignedIn(world.services, request), locale);
}

const press = ({ cookie }: Person, redirectTo: string) =>
  ask(world, terms.action, { path: "/account/terms", form: { redirectTo }, cookie });

test("a registration stores the accepted version and the time", async () => {
  for (const { userId, cookie } of [await makeConsumer(world), await makeCreator(world)]) {
    expect(await accepted(userId)).toEqual([
      { user_id: userId, version: termsVersion, accepted_at: clock() },
    ]);
    expect(await questionTo(cookie, "pt")).toBeNull();
  }
});

test("a new version of the terms is asked for once, until it is accepted", async () => {
  const beto = await makeConsumer(world);
  await setRows(db, "terms_acceptances", { user_id: beto.userId }, { version: "2024-01-01" });
  expect(await questionTo(beto.cookie, "en")).toMatchObject({ text: en.changed, accept: "Accept" });
  expect(await press(beto, "/purchases")).toMatchObject({ status: 303, location: "/purchases" });
  expect(await press(beto, "//evil.example")).toMatchObject({ status: 303, location: "/marketplace" });
  expect((await accepted(beto.userId)).map(({ version }) => version).sort()).toEqual([
    "2024-01-01",
    termsVersion,
  ]);
  expect(await questionTo(beto.cookie, "en")).toBeNull();
});

test("an account that never accepted any terms is asked for a first acceptance, and a visitor is not", async () => {
  expect(await questionTo(await signIn(world, await addCreator(db)), "pt")).toMatchObject({
    text: pt.first,
    accept: "Aceitar",
  });
  expect(askForTerms(undefined, "pt")).toBeNull();
});
