/** The terms that a person accepted: at registration, and again after a new version. */
import { expect, test } from "vitest";
import { termsVersion } from "~/features/base/accounts/law-pages";
import { askForTerms } from "~/features/base/accounts/law-words.server";
import { law as en } from "~/i18n/locales/en/server-pages";
import { law as pt } from "~/i18n/locales/pt/server-pages";
import { findSignedIn } from "~/platform/context.server";
import * as terms from "~/routes/account/terms";
import { ask } from "../../../support/ask";
import { makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db, clock } = world.services;

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
