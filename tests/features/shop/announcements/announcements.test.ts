/**
 * Announcements and follows over HTTP: to whom they go, how many, how they are ended, and how they are moderated; one mail
 * a week and creator about new products.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { findMailChoice, setMailChoice } from "~/features/base/mail/mails.queries.server";
import { peopleAtOnce } from "~/features/base/mail/post-mail.server";
import { tellAnnouncement } from "~/features/shop/announcements/send-announcement.server";
import { queueNewProducts, tellFollowers } from "~/features/shop/announcements/tell-followers.server";
import { findCreator } from "~/features/shop/creators/creators.queries.server";
import * as mails from "~/routes/account/mails";
import * as library from "~/routes/account/purchases";
import * as moderation from "~/routes/admin/moderation";
import * as desk from "~/routes/creator/announcements";
import * as page from "~/routes/learner/announcement";
import * as follow from "~/routes/learner/follow";
import * as watch from "~/routes/learner/watch";
import * as creatorPage from "~/routes/public/creator-page";
import * as unsubscribe from "~/routes/public/unsubscribe";
import { openAsOwner } from "../../../support/as-owner";
import { ask } from "../../../support/ask";
import { sendPosted } from "../../../support/mails";
import { signIn } from "../../../support/people";
import { addAdmin, addConsumer, addCourse, addCreator, addSale, addVideo } from "../../../support/rows";
import { addRows, readInOrder, readRow, readRows } from "../../../support/tables";
import { appUrl, startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const owner = await openAsOwner(db);
const path = "/creator/announcements";
let creator: { userId: string; cookie: string };
let buyer: { userId: string; cookie: string };
let video: string;

const person = async (userId: string) => ({ userId, cookie: await signIn(world, userId) });
beforeEach(async () => {
  creator = await person(await addCreator(db, "Lia Nakamura"));
  buyer = await person(await addConsumer(db));
  video = await addVideo(db, creator.userId, { now: services.clock() });
  await addSale(db, { consumerId: buyer.userId, videoId: video });
});

const send = (form: Record<string, string>, who = creator) =>
  ask(world, desk.action, {
    path,
    form: { intent: "send", productId: video, subject: "Aula 3 de novo", text: "Regravei.\nVeja.", ...form },
    cookie: who.cookie,
  });
const sent = () => readInOrder(db, "announcements", { creator_id: creator.userId }, ["created_at"]);

/** Sends an announcement, and posts its mails. */
async function announce(form: Record<string, string> = {}): Promise<string> {
  expect(await send(form)).toMatchObject({ status: 303, location: path });
  const announcementId = (await sent()).at(-1)?.id ?? "";
  await tellAnnouncement(services, { announcementId });
  world.advance(1_000);
  return announcementId;
}

const mailsOf = async (userId: string) =>
  (await readInOrder(db, "mails", { user_id: userId }, ["created_at"], "id", "kind")).filter(({ kind }) =>
    ["announcement", "news"].includes(kind),
  );
/** Sends a person's last announcement. Returns the mail; undefined if it was skipped. */
const read = async (userId: string) => sendPosted(world, (await mailsOf(userId)).at(-1)?.id ?? "");

const pageOf = (id: string) => ({ path: `/announcements/${id}` });

test("the buyers of a product read its announcement in a mail, on the watch page, in the library and on its page", async () => {
  const inCourse = await person(await addConsumer(db));
  const course = await addCourse(db, creator.userId, [video], { title: "Pães" });
  await addSale(db, { consumerId: inCourse.userId, videoId: course });
  const other = await person(await addConsumer(db));
  await addSale(db, { consumerId: other.userId, videoId: await addVideo(db, creator.userId) });
  const id = await announce();
  await tellAnnouncement(services, { announcementId: id });
  expect(await mailsOf(other.userId)).toEqual([]);
  expect((await ask(world, page.loader, { ...pageOf(id), cookie: other.cookie })).status).toBe(404);
  for (const { userId, cookie } of [buyer, inCourse]) {
    expect(await mailsOf(userId)).toHaveLength(1);
    const shown = { subject: "Aula 3 de novo", text: "Regravei.\nVeja." };
    const item = { announcements: { items: [{ id, ...shown }] } };
    expect((await ask(world, page.loader, { ...pageOf(id), cookie })).data).toMatchObject(shown);
    const opened = { path: `/watch/${video}`, cookie };
    expect((await ask(world, watch.loader, opened)).data).toMatchObject(item);
    expect((await ask(world, library.loader, { path: "/purchases", cookie })).data).toMatchObject(item);
  }
  const mail = await read(buyer.userId);
  expect(mail?.subject).toBe("Lia Nakamura: Aula 3 de novo");
  expect(mail?.text).toContain(`/announcements/${id}`);
  expect(mail?.listId).toBe(`<announcements.${creator.userId}.localhost>`);
  expect(await sent()).toMatchObject([{ posted: 2, sent: 1, refused: 0, skipped: 0 }]);
});

test("one press ends the announcements of one creator, which the page of mails turns on again", async () => {
  const lia = creator;
  await announce();
  const mail = await read(buyer.userId);
  await ask(world, unsubscribe.action, {
    path: mail?.unsubscribeUrl?.replace(appUrl, "") ?? "",
    form: { "List-Unsubscribe": "One-Click" },
  });
  await announce({ subject: "Mais uma" });
  expect(await read(buyer.userId)).toBeUndefined();
  expect(await sent()).toMatchObject([{ sent: 1 }, { sent: 0, skipped: 1 }]);
  creator = await person(await addCreator(db, "Rui Prado"));
  video = await addVideo(db, creator.userId);
  await addSale(db, { consumerId: buyer.userId, videoId: video });
  await announce();
  expect(await read(buyer.userId)).toMatchObject({ subject: "Rui Prado: Aula 3 de novo" });
  const choice = `by:${lia.userId}`;
  const choices = { path: "/account/mails", cookie: buyer.cookie };
  expect((await ask(world, mails.loader, choices)).data).toMatchObject({
    groups: expect.arrayContaining([expect.objectContaining({ choice, value: "none" })]),
  });
  await ask(world, mails.action, { ...choices, form: { [choice]: "each", announcements: "none" } });
  expect(await findMailChoice(db, { userId: buyer.userId, choice })).toBe("each");
  await announce({ subject: "Outra" });
  expect(await read(buyer.userId)).toBeUndefined();
});

test("a preview sends nothing, and bad input gets a message beside its field", async () => {
  expect((await send({ intent: "preview" })).data).toMatchObject({
    preview: { title: "Aula 3 de novo", paragraphs: ["Regravei.", "Veja."] },
    values: { subject: "Aula 3 de novo" },
  });
  const stranger = await addVideo(db, await addCreator(db));
  expect((await send({ productId: stranger })).status).toBe(404);
  expect((await send({ intent: "preview", productId: stranger })).status).toBe(404);
  const errorsOf = async (form: Record<string, string>) => (await send(form)).data;
  expect(await errorsOf({ text: "Só R$ 10" })).toMatchObject({
    problem: { errors: { text: "announcements.noOffers" }, values: { subject: "Aula 3 de novo" } },
  });
  const unsold = await addVideo(db, creator.userId);
  for (const productId of [unsold, "followers"])
    expect(await errorsOf({ productId })).toMatchObject({
      problem: { errors: { productId: "announcements.nobody" } },
    });
  expect(await sent()).toEqual([]);
});

test("a product gets four announcements a month, also when they are sent at once, and the form sent twice counts once", async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => send({ subject: `Aula ${n}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 303, 303, 400, 400]);
  expect(await sent()).toHaveLength(4);
  expect((await send({ productId: "all" })).data).toMatchObject({
    problem: { errors: { productId: "announcements.tooMany" } },
  });
  const second = await addVideo(db, creator.userId);
  await addSale(db, { consumerId: buyer.userId, videoId: second });
  await Promise.all([1, 2].map(() => send({ productId: second })));
  expect(await sent()).toHaveLength(5);
});

test("the followers get two announcements a month", async () => {
  const follow = { creator_id: creator.userId, user_id: buyer.userId, followed_at: services.clock() };
  await addRows(db, "creator_follows", follow);
  for (const subject of ["Um", "Dois"]) await announce({ productId: "followers", subject, text: "Por R$ 9" });
  expect((await send({ productId: "followers" })).status).toBe(400);
  expect(await mailsOf(buyer.userId)).toMatchObject([{ kind: "news" }, { kind: "news" }]);
  expect((await read(buyer.userId))?.text).toContain("segue Lia Nakamura");
});

test("a reported announcement is hidden from pages and from mails that still wait, and shown again", async () => {
  const admin = await person(await addAdmin(db));
  const id = await announce();
  const report = { ...pageOf(id), form: { intent: "report", text: "Spam" }, cookie: buyer.cookie };
  for (const _ of [1, 2]) expect((await ask(world, page.action, report)).status).toBe(303);
  const list = { path: "/admin/announcements", cookie: admin.cookie };
  expect((await ask(world, moderation.loader, list)).data).toMatchObject({
    items: [{ id, subject: "Aula 3 de novo", openReports: 1, reports: [{ reason: "Spam" }] }],
  });
  const decide = (intent: string) =>
    ask(world, moderation.action, { ...list, form: { intent, announcementId: id, reason: "Propaganda" } });
  const opened = async () => (await ask(world, page.loader, { ...pageOf(id), cookie: buyer.cookie })).status;
  expect((await decide("hide")).status).toBe(303);
  expect(await opened()).toBe(404);
  expect(await read(buyer.userId)).toBeUndefined();
  const own = await ask(world, desk.loader, { path, cookie: creator.cookie });
  expect(own.data).toMatchObject({ announcements: [{ hiddenReason: "Propaganda", skipped: 1 }] });
  expect((await decide("unhide")).status).toBe(303);
  expect(await opened()).toBe(200);
  const entries = await readRows(db, "audit_entries", { target_id: id }, "action");
  expect(entries.map(({ action }) => action).sort()).toEqual([
    "announcementHidden",
    "announcementReported",
    "announcementSent",
    "announcementShown",
  ]);
});

test("many buyers are mailed by several jobs, each once", async () => {
  await owner.transaction().execute(async (trx) => {
    const people = Array.from({ length: peopleAtOnce }, (_, n) => ({ email: `a${n}@${video}.example` }));
    const users = await trx.insertInto("users").values(people).returning("id").execute();
    const grant = { product_id: video, reason: "guest" as const, granted_at: services.clock() };
    await addRows(
      trx,
      "access_grants",
      users.map(({ id }) => ({ ...grant, user_id: id })),
    );
  });
  const announcementId = await announce({ productId: "all" });
  expect(await sent()).toMatchObject([{ posted: peopleAtOnce }]);
  const first = await readInOrder(db, "mails", { kind: "announcement" }, ["user_id"], "user_id");
  const after = first.at(-1)?.user_id ?? "";
  for (const _ of [1, 2]) await tellAnnouncement(services, { announcementId, after });
  expect(await sent()).toMatchObject([{ posted: peopleAtOnce + 1 }]);
});

describe("following a creator", () => {
  let handle: string;
  beforeEach(async () => {
    handle = (await findCreator(db, creator.userId))?.handle ?? "";
  });

  const publish = (title: string) => addVideo(db, creator.userId, { title, now: services.clock() });
  const press = (intent: string, cookie = buyer.cookie) =>
    ask(world, follow.action, { path: `/creators/${handle}/follow`, form: { intent }, cookie });
  const shown = async (cookie = "") =>
    (await ask(world, creatorPage.loader, { path: `/creators/${handle}`, cookie })).data as {
      follow: { button?: { intent: string }; hint: string };
    };

  /** Runs the sweep's step and the job that it queues. Returns how many mails the buyer has by then. */
  async function tell(): Promise<number> {
    await queueNewProducts(services);
    const profile = await readRow(db, "creator_profiles", { user_id: creator.userId }, "followers_told_at");
    const told = profile.followers_told_at;
    const since = new Date((told?.getTime() ?? 0) - 8 * 24 * 60 * 60_000).toISOString();
    const part = { creatorId: creator.userId, since, until: (told ?? new Date(0)).toISOString() };
    if (told) for (const _ of [1, 2]) await tellFollowers(services, part);
    return (await newsMails()).length;
  }
  const newsMails = () =>
    readInOrder(db, "mails", { user_id: buyer.userId, kind: "newProducts" }, ["created_at"], "id");
  const readLast = async () => sendPosted(world, (await newsMails()).at(-1)?.id ?? "");

  test("a person follows a creator and stops, and only the creator sees how many follow", async () => {
    expect((await shown()).follow.button).toMatchObject({ intent: "follow" });
    await setMailChoice(db, { userId: buyer.userId, choice: `by:${creator.userId}`, value: "none" });
    for (const _ of [1, 2])
      expect(await press("follow")).toMatchObject({ status: 303, location: `/creators/${handle}` });
    expect((await shown(buyer.cookie)).follow.button).toMatchObject({ intent: "unfollow" });
    expect(await readRows(db, "mail_choices", { user_id: buyer.userId }, "choice")).toEqual([]);
    const own = await signIn(world, creator.userId);
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
    expect(mail?.listId).toBe(`<news.${creator.userId}.localhost>`);
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
    await press("unfollow", await signIn(world, buyer.userId));
    expect(await readLast()).toBeUndefined();
  });
});
