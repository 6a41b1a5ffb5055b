import { expect, test } from "vitest";
import {
  completeCreator,
  registerConsumer,
  registerCreator,
} from "~/features/entrance/sign-in/register.server";
import { creatorForm, makeConsumer } from "../../../support/people";
import { findRow, readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;

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
