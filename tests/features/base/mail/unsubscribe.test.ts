/** One press, or a mail program's POST without cookies, ends a group of mails; a GET changes nothing. */
import { expect, test } from "vitest";
import { makeUnsubscribeToken, readUnsubscribeToken } from "~/features/base/mail/send-mail.server";
import * as unsubscribe from "~/routes/public/unsubscribe";
import { ask } from "../../../support/ask";
import { addUser } from "../../../support/rows";
import { readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db, env } = world.services;
const secret = env.SESSION_SECRET;

test("a signed unsubscription token ends its own group only", async () => {
  const userId = await addUser(db);
  const token = makeUnsubscribeToken(secret, { userId, choice: "sales" });
  const at = { path: `/unsubscribe?token=${token}` };
  const choices = () => readRows(db, "mail_choices", { user_id: userId }, "choice", "value");
  await ask(world, unsubscribe.loader, at);
  expect(await choices()).toEqual([]);
  for (let times = 0; times < 2; times += 1)
    await ask(world, unsubscribe.action, { ...at, form: { "List-Unsubscribe": "One-Click" } });
  expect(await choices()).toEqual([{ choice: "sales", value: "none" }]);
});

test("an unsubscription token that is altered or signed with another secret ends no mail", async () => {
  const userId = await addUser(db);
  const token = makeUnsubscribeToken(secret, { userId, choice: "sales" });
  for (const wrong of [
    "",
    token.replace("sales", "reviews"),
    `${token}A`,
    makeUnsubscribeToken("x".repeat(40), { userId, choice: "sales" }),
  ])
    expect(readUnsubscribeToken([secret], wrong)).toBeUndefined();
});
