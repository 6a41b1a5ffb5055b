/** Following a creator over HTTP, and the mail about new products: one a week and creator. */
import { beforeEach, expect, test } from "vitest";
import { setMailChoice } from "~/features/base/mail/mails.queries.server";
import { queueNewProducts, tellFollowers } from "~/features/shop/announcements/tell-followers.server";
import { findCreator } from "~/features/shop/creators/creators.queries.server";
import * as follow from "~/routes/learner/follow";
import * as page from "~/routes/public/creator-page";
import { ask } from "../../../support/ask";
import { sendPosted } from "../../../support/mails";
import { signIn } from "../../../support/people";
import { addConsumer, addCreator, addVideo } from "../../../support/rows";
import { readInOrder, readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
let creatorId: string;
let handle: string;
let fan: { userId: string; cookie: string };

beforeEach(async () => {
  creatorId = await addCreator(db, "Lia Nakamura");
  handle = (await findCreator(db, creatorId))?.handle ?? "";
  const userId = await addConsumer(db);
  fan = { userId, cookie: await signIn(world, userId) };
  await publish("Primeira");
});

const publish = (title: string) => addVideo(db, creatorId, { title, now: services.clock() });
const press = (intent: string, cookie = fan.cookie) =>
  ask(world, follow.action, { path: `/creators/${handle}/follow`, form: { intent }, cookie });
const shown = async (cookie = "") =>
  (await ask(world, page.loader, { path: `/creators/${handle}`, cookie })).data as {
    follow: { button?: { intent: string }; hint: string };
  };

/** Runs the sweep's step and the job that it queues. Returns how many mails the fan has by then. */
async function tell(): Promise<number> {
  await queueNewProducts(services);
  const profile = await readRow(db, "creator_profiles", { user_id: creatorId }, "followers_told_at");
  const told = profile.followers_told_at;
  const since = new Date((told?.getTime() ?? 0) - 8 * 24 * 60 * 60_000).toISOString();
  const part = { creatorId, since, until: (told ?? new Date(0)).toISOString() };
  if (told) for (const _ of [1, 2]) await tellFollowers(services, part);
  return (await mails()).length;
}
const mails = () =>
  readInOrder(db, "mails", { user_id: fan.userId, kind: "newProducts" }, ["created_at"], "id");
const readLast = async () => sendPosted(world, (await mails()).at(-1)?.id ?? "");

test("a person follows a creator and stops, and only the creator sees how many follow", async () => {
  expect((await shown()).follow.button).toMatchObject({ intent: "follow" });
  await setMailChoice(db, { userId: fan.userId, choice: `by:${creatorId}`, value: "none" });
  for (const _ of [1, 2])
    expect(await press("follow")).toMatchObject({ status: 303, location: `/creators/${handle}` });
  expect((await shown(fan.cookie)).follow.button).toMatchObject({ intent: "unfollow" });
  expect(await readRows(db, "mail_choices", { user_id: fan.userId }, "choice")).toEqual([]);
  const own = await signIn(world, creatorId);
  expect((await shown(own)).follow).toEqual({ hint: "1 pessoa segue você" });
  expect((await press("follow", own)).status).toBe(403);
  await press("unfollow");
  expect((await shown(own)).follow).toEqual({ hint: "0 pessoas seguem você" });
});

test("followers get one mail a week about new products, and none once they follow no more", async () => {
  expect(await tell()).toBe(0);
  await press("follow");
  await publish("Pão de queijo");
  expect(await tell()).toBe(1);
  const mail = await readLast();
  expect(mail?.text).toContain("• Pão de queijo");
  expect(mail?.listId).toBe(`<news.${creatorId}.localhost>`);
  world.advance(6 * 24 * 60 * 60_000);
  await publish("Broa");
  expect(await tell()).toBe(1);
  world.advance(24 * 60 * 60_000);
  expect(await tell()).toBe(2);
  expect((await readLast())?.subject).toBe("Novo de Lia Nakamura: Broa");
  world.advance(7 * 24 * 60 * 60_000);
  await publish("Rosca");
  await tell();
  // The first session has expired.
  await press("unfollow", await signIn(world, fan.userId));
  expect(await readLast()).toBeUndefined();
});
