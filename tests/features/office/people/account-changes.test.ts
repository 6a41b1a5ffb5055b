/** Administrators' changes to accounts and videos: immediate effects, concurrent changes, and what stays. */
import { beforeEach, describe, expect, test } from "vitest";
import { loadNextBatch, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import type { AccountStep } from "~/features/office/people/account-step";
import { changeAccount } from "~/features/office/people/change-account.server";
import { suspendVideo } from "~/features/office/people/suspend-video.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import { findVideoPictureFacts } from "~/features/shop/sharing/share-pictures.queries.server";
import { listSitemapVideos } from "~/features/shop/sharing/sitemap.queries.server";
import { allIds } from "~/features/shop/sharing/sitemap-xml";
import * as dashboard from "~/routes/admin/dashboard";
import * as consumerLogin from "~/routes/public/consumer-login";
import * as creatorLogin from "~/routes/public/creator-login";
import { ask, viewerOf } from "../../../support/ask";
import {
  deliverEvents,
  makeAdmin,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  openCheckout,
  type Person,
  proveMailbox,
} from "../../../support/people";
import { actorOf, addSale, addVideo } from "../../../support/rows";
import { readInOrder, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;

let admin: Person;
let other: Person;
beforeEach(async () => {
  await db.deleteFrom("user_roles").execute();
  admin = await makeAdmin(world);
  other = await makeAdmin(world);
});

const change = (step: AccountStep, userId: string, by: Person = admin, reason = "Denúncia") =>
  changeAccount(services, { step, userId, reason, by: actorOf(by.userId, by.email) });
const entriesOf = (id: string) => readInOrder(db, "audit_entries", { target_id: id }, ["created_at"]);
const admins = async () => (await readRows(db, "user_roles", {}, "user_id")).map(({ user_id }) => user_id);
const login = ({ email, password }: Person) =>
  ask(world, consumerLogin.action, { path: "/consumer-login", form: { intent: "login", email, password } });
async function sellLongAgo({ userId }: Person): Promise<void> {
  const now = new Date(services.clock().getTime() - 90 * 24 * 3_600_000);
  await addSale(db, { consumerId: other.userId, videoId: await addVideo(db, userId), now });
}
const visit = (person: Person) =>
  ask(world, dashboard.loader, { path: "/admin/dashboard", cookie: person.cookie });

describe("a suspended account", () => {
  test("is signed out and cannot sign in until restored, and only the correct password reveals the reason", async () => {
    const beto = await makeConsumer(world);
    expect(await change("suspend", beto.userId)).toEqual({ ok: true, changed: true });
    expect(await readRows(db, "sessions", { user_id: beto.userId }, "id_hash")).toEqual([]);
    const refused = await login(beto);
    expect([refused.status, refused.session]).toEqual([403, undefined]);
    expect(refused.data).toMatchObject({ problem: { errors: { form: "accounts.suspended" } } });
    const wrong = await login({ ...beto, password: "um palpite" });
    expect(wrong.data).toMatchObject({ problem: { errors: { form: "accounts.loginFailed" } } });
    expect(await change("restore", beto.userId, admin, "")).toMatchObject({ ok: true });
    expect((await login(beto)).status).toBe(303);
    expect(await entriesOf(beto.userId)).toMatchObject([
      {
        action: "accountSuspended",
        actor_email: admin.email,
        reason: "Denúncia",
        before: { suspended: false },
        after: { suspended: true, sessionsEnded: 1 },
      },
      { action: "accountRestored", before: { suspended: true }, after: { suspended: false } },
    ]);
  });

  test("cannot use a session created at the same moment", async () => {
    await setRows(db, "users", { id: other.userId }, { suspended_at: new Date() });
    expect((await visit(other)).location).toBe("/admin-login");
  });

  test("hides a creator's videos and holds payouts until restored; buyers keep access", async () => {
    const ana = await makeCreator(world);
    const beto = await makeConsumer(world);
    const bought = await makeVideo(world, ana);
    const wanted = await makeVideo(world, ana);
    await makeSale(world, beto, bought);
    await sellLongAgo(ana);
    const shop = async () => (await listShopVideos(db, { creatorId: ana.userId })).rows.length;
    const next = () => loadNextBatch(db, { creatorIds: [ana.userId], asOf: services.clock() });
    const { cents, payouts } = await next();
    expect([await shop(), payouts.length]).toEqual([3, 1]);

    await change("suspend", ana.userId);
    expect(await shop()).toBe(0);
    expect(await findSalesPageVideo(db, { id: wanted })).toBeUndefined();
    expect(await findVideoPictureFacts(db, wanted)).toBeUndefined();
    const listed = await listSitemapVideos(db, { after: allIds.first, last: allIds.last });
    expect(listed.map(({ id }) => id)).not.toContain(wanted);
    expect(await buyVideo(services, beto, wanted, "pt")).toEqual({ ok: false, error: "notFound" });
    expect((await playVideo(services, beto, bought)).access).toBe("bought");
    const { email, password } = ana;
    const path = "/creator-login";
    expect((await ask(world, creatorLogin.action, { path, form: { email, password } })).status).toBe(403);
    const leftOut = [{ creatorId: ana.userId, problem: "suspended" }];
    expect(await next()).toMatchObject({ payouts: [], leftOut });
    // An upload in progress ends up suspended too.
    await addVideo(db, ana.userId);
    expect(await shop()).toBe(0);

    await change("restore", ana.userId);
    expect([await shop(), (await next()).cents]).toEqual([4, cents]);
  });

  test("is omitted from a batch previewed before", async () => {
    const ana = await makeCreator(world);
    await sellLongAgo(ana);
    const asOf = services.clock();
    const { cents } = await loadNextBatch(db, { creatorIds: [ana.userId], asOf });
    await change("suspend", ana.userId);
    const wish = { asOf, count: 1, cents, creatorIds: [ana.userId], by: actorOf(admin.userId) };
    expect(await preparePayouts(services, wish)).toEqual({ ok: false, error: "changedMeanwhile" });
  });

  test("is never the requester's own, and a repeated form is recorded once", async () => {
    expect(await change("suspend", admin.userId)).toEqual({ ok: false, error: "self" });
    expect(await change("suspend", other.userId)).toEqual({ ok: true, changed: true });
    expect(await change("suspend", other.userId)).toEqual({ ok: true, changed: false });
    expect(await entriesOf(other.userId)).toHaveLength(1);
    expect(await change("suspend", crypto.randomUUID())).toEqual({ ok: false, error: "notFound" });
  });
});

describe("the role of administrator", () => {
  test("is granted and removed; removing it ends the access at the next request", async () => {
    const beto = await makeConsumer(world);
    await proveMailbox(services, beto.userId);
    expect((await visit(beto)).location).toBe("/");
    expect(await change("grant", beto.userId)).toEqual({ ok: true, changed: true });
    expect((await visit(beto)).status).toBe(200);
    expect(await change("remove", beto.userId)).toEqual({ ok: true, changed: true });
    expect((await visit(beto)).location).toBe("/admin-login");
    const actions = (await entriesOf(beto.userId)).map(({ action }) => action);
    expect(actions).toEqual(["adminGranted", "adminRemoved"]);
  });

  test("is not granted to an unconfirmed e-mail", async () => {
    const beto = await makeConsumer(world);
    expect(await change("grant", beto.userId)).toEqual({ ok: false, error: "notProven" });
    expect(await admins()).not.toContain(beto.userId);
    expect(await entriesOf(beto.userId)).toEqual([]);
  });

  test("cannot be removed from the last administrator who can sign in", async () => {
    expect(await change("suspend", other.userId)).toMatchObject({ ok: true });
    expect(await change("remove", admin.userId)).toEqual({ ok: false, error: "lastAdmin" });
    expect(await change("grant", other.userId)).toEqual({ ok: true, changed: false });
    expect(await change("remove", other.userId)).toEqual({ ok: true, changed: true });
    expect(await change("grant", other.userId)).toEqual({ ok: false, error: "isSuspended" });
    expect(await admins()).toEqual([admin.userId]);
  });

  test.each(["remove", "suspend"] as const)(
    "stays with one of two administrators who %s each other concurrently",
    async (step) => {
      for (let round = 0; round < 5; round += 1) {
        await db.deleteFrom("user_roles").execute();
        const [a, b] = [await makeAdmin(world), await makeAdmin(world)];
        const ends = await Promise.all([change(step, b.userId, a), change(step, a.userId, b)]);
        expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
        expect(ends).toContainEqual({ ok: false, error: "notAdmin" });
        const people = await readRows(db, "users", {}, "id", "suspended_at");
        const active = people.filter(({ suspended_at }) => !suspended_at).map(({ id }) => id);
        expect((await admins()).filter((id) => active.includes(id))).toHaveLength(1);
      }
    },
  );
});

describe("a suspended video", () => {
  const suspend = (videoId: string, suspended = true) =>
    suspendVideo(services, { videoId, suspended, reason: "Plágio", by: actorOf(admin.userId) });

  test("leaves shop and search and cannot be bought, and its creator and buyers still watch it", async () => {
    const ana = await makeCreator(world);
    const [beto, bia] = [await makeConsumer(world), await makeConsumer(world)];
    const videoId = await makeVideo(world, ana, { title: "Kalimba suspensa" });
    await makeSale(world, beto, videoId);
    const found = async () => (await listShopVideos(db, { search: "kalimba suspensa" })).rows.length;
    expect(await found()).toBe(1);
    expect(await suspend(videoId)).toMatchObject({ ok: true, changed: true });
    expect(await suspend(videoId)).toMatchObject({ ok: true, changed: false });
    expect(await found()).toBe(0);
    expect(await buyVideo(services, bia, videoId, "pt")).toEqual({ ok: false, error: "notFound" });
    const access = async (who: Person) => (await playVideo(services, who, videoId)).access;
    const accesses = [await access(beto), await access(ana), await access(bia)];
    expect(accesses).toEqual(["bought", "owner", "notFound"]);
    expect(await suspend(videoId, false)).toMatchObject({ ok: true, changed: true });
    expect([await found(), await access(bia)]).toEqual([1, "mustBuy"]);
    expect((await entriesOf(videoId)).map(({ action, reason }) => [action, reason])).toEqual([
      ["videoSuspended", "Plágio"],
      ["videoRestored", "Plágio"],
    ]);
  });

  test("can still be paid in an open checkout or by a pending Pix", async () => {
    const ana = await makeCreator(world);
    const [card, pix] = [await makeConsumer(world), await makeConsumer(world)];
    const videoId = await makeVideo(world, ana);
    const open = await openCheckout(world, card, videoId);
    const waiting = await makeSale(world, pix, videoId, "processing");
    await suspend(videoId);
    expect((await playVideo(services, pix, videoId)).access).toBe("processing");
    await world.stripe.pay(open, { method: "card", outcome: "succeed" });
    await world.stripe.settle(waiting, "succeeded");
    for (const checkout of [open, waiting]) await deliverEvents(world, checkout);
    expect((await playVideo(services, card, videoId)).access).toBe("bought");
    expect((await playVideo(services, pix, videoId)).access).toBe("bought");
  });

  test("is either bought or suspended if both happen concurrently", async () => {
    const ana = await makeCreator(world);
    for (let round = 0; round < 5; round += 1) {
      const videoId = await makeVideo(world, ana);
      const beto = await makeConsumer(world);
      const [bought] = await Promise.all([buyVideo(services, beto, videoId, "pt"), suspend(videoId)]);
      const sales = await readRows(db, "sales", { video_id: videoId }, "id");
      expect(sales).toHaveLength(bought.ok ? 1 : 0);
    }
  });
});

test("an administrator ends another person's sessions, who may sign in again", async () => {
  const person = await makeConsumer(world);
  const viewer = () => viewerOf(world, person.cookie);
  expect(await viewer()).toBeDefined();
  const byOther = await change("sign-out", person.userId, await makeConsumer(world));
  expect(byOther).toMatchObject({ error: "notAdmin" });
  expect(await change("sign-out", admin.userId)).toMatchObject({ error: "self" });
  expect(await change("sign-out", person.userId)).toEqual({ ok: true, changed: true });
  expect(await viewer()).toBeUndefined();
  expect(await entriesOf(person.userId)).toMatchObject([
    { action: "sessionsEnded", actor_id: admin.userId, after: { sessionsEnded: 1 }, reason: "Denúncia" },
  ]);
  expect((await login(person)).session).toBeTruthy();
});
