/** The administrators' pages for accounts and videos, as plain forms: confirmation, reason, message. */
import { beforeEach, expect, test } from "vitest";
import { insertGift } from "~/features/orders/gifts/gifts.queries.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import * as accountStep from "~/routes/admin/account-step";
import * as admins from "~/routes/admin/admins";
import * as consumer from "~/routes/admin/consumer";
import * as creator from "~/routes/admin/creator";
import * as people from "~/routes/admin/people";
import * as videoStep from "~/routes/admin/video-step";
import { ask } from "../support/ask";
import {
  makeAdmin,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  type Person,
  proveMailbox,
} from "../support/people";
import { addSale } from "../support/rows";
import { setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
let admin: Person;
let ana: Person;
beforeEach(async () => {
  await db.deleteFrom("user_roles").execute();
  admin = await makeAdmin(world);
  ana = await makeCreator(world);
});

const at = (accountId: string, step: string, from = "creators") => ({
  path: `/admin/accounts/${accountId}/${step}?from=${from}`,
  cookie: admin.cookie,
});
const onPage = (list: "creators" | "consumers", userId: string) => ({
  path: `/admin/${list}/${userId}`,
  cookie: admin.cookie,
});
const send = (accountId: string, step: string, form: Record<string, string> = {}, from?: string) =>
  ask(world, accountStep.action, { ...at(accountId, step, from), form });

test("suspending asks for confirmation and a reason, shows the result, and can be undone", async () => {
  const question = await ask(world, accountStep.loader, at(ana.userId, "suspend"));
  expect(question.data).toMatchObject({ asked: { name: ana.email }, back: `/admin/creators/${ana.userId}` });
  for (const [reason, key] of [
    ["", "common.required"],
    ["x".repeat(501), "accounts.tooLong"],
  ] as const) {
    const refused = await send(ana.userId, "suspend", { reason });
    expect(refused.status).toBe(400);
    const values = { reason };
    expect(refused.data).toMatchObject({ problem: { errors: { reason: key }, values } });
  }
  expect(await send(ana.userId, "suspend", { reason: "Denúncia" })).toMatchObject({
    status: 303,
    location: `/admin/creators/${ana.userId}`,
    flash: { tone: "success", title: "audit.account.suspend.done" },
  });
  const page = await ask(world, creator.loader, onPage("creators", ana.userId));
  expect(page.data).toMatchObject({ standing: { suspended: true, isAdmin: false, own: false } });
  const rows = await ask(world, people.loader, {
    path: `/admin/creators?q=${ana.email}`,
    cookie: admin.cookie,
  });
  expect(rows.data).toMatchObject({ page: { rows: [{ id: ana.userId, suspended: true }] } });
  expect(world.logged).toContainEqual(
    expect.objectContaining({ security: "accountSuspended", userId: ana.userId, by: admin.userId }),
  );
  expect(await send(ana.userId, "restore")).toMatchObject({ status: 303 });
});

test("an administrator is added by e-mail, in any case, after a confirmation; an unknown e-mail gets a message", async () => {
  const name = (email: string) =>
    ask(world, admins.action, { path: "/admin/admins", cookie: admin.cookie, form: { email } });
  const unknown = await name("nobody@example.com");
  expect([unknown.status, unknown.data]).toMatchObject([
    400,
    { problem: { errors: { email: "audit.noAccount" } } },
  ]);
  const unproven = await name(ana.email);
  expect([unproven.status, unproven.data]).toMatchObject([
    400,
    { problem: { errors: { email: "audit.refused.notProven" } } },
  ]);
  expect((await send(ana.userId, "grant", {}, "admins")).flash?.title).toBe("audit.refused.notProven");
  await proveMailbox(world.services, ana.userId);
  const path = `/admin/accounts/${ana.userId}/grant?from=admins`;
  expect((await name(` ${ana.email.toUpperCase()} `)).location).toBe(path);
  expect(await send(ana.userId, "grant", {}, "admins")).toMatchObject({ location: "/admin/admins" });
  const list = await ask(world, admins.loader, { path: "/admin/admins", cookie: admin.cookie });
  const { admins: shown } = list.data as { admins: { standing: { email: string } }[] };
  expect(shown.map(({ standing }) => standing.email).sort()).toEqual([admin.email, ana.email].sort());
});

test("a refusal is shown on the previous page", async () => {
  expect(await send(admin.userId, "remove", { reason: "x" }, "consumers")).toMatchObject({
    location: `/admin/consumers/${admin.userId}`,
    flash: { tone: "error", title: "audit.refused.lastAdmin" },
  });
});

test("an administrator who gives up the role is redirected and must sign in again", async () => {
  await proveMailbox(world.services, ana.userId);
  await send(ana.userId, "grant");
  expect((await send(admin.userId, "remove", { reason: "Saí" }, "consumers")).location).toBe("/");
  expect((await ask(world, consumer.loader, onPage("consumers", admin.userId))).location).toBe(
    "/admin-login",
  );
});

test("a video is suspended from its creator's page with a reason, and an unknown one is 404", async () => {
  const videoId = await makeVideo(world, ana);
  const step = (id: string, to: string, form: Record<string, string>) =>
    ask(world, videoStep.action, { path: `/admin/videos/${id}/${to}`, cookie: admin.cookie, form });
  expect((await step(videoId, "suspend", {})).status).toBe(400);
  const location = `/admin/creators/${ana.userId}`;
  expect(await step(videoId, "suspend", { reason: "Plágio" })).toMatchObject({ location });
  const page = await ask(world, creator.loader, onPage("creators", ana.userId));
  expect(page.data).toMatchObject({ videos: [{ id: videoId, standing: "suspended" }] });
  expect(await step(videoId, "restore", {})).toMatchObject({ location });
  for (const [id, to] of [
    [crypto.randomUUID(), "suspend"],
    [videoId, "grant"],
    ["x", "suspend"],
  ] as const)
    expect((await step(id, to, { reason: "x" })).status).toBe(404);
  expect((await ask(world, accountStep.loader, at(crypto.randomUUID(), "suspend"))).status).toBe(404);
  expect((await ask(world, accountStep.loader, at(ana.userId, "explode"))).status).toBe(404);
});

test("the page of a person lists what they may watch with the reason, and what has ended", async () => {
  const [friend, giver] = [await makeConsumer(world), await makeConsumer(world)];
  const [given, bought] = [await makeVideo(world, ana), await makeVideo(world, ana)];
  const saleId = await addSale(db, { consumerId: giver.userId, videoId: given, isGift: true });
  await insertGift(db, { saleId, locale: "pt", email: "a@b.c", message: null, deliverAt: null });
  await takeAccess(world.services, { kind: "gift", id: saleId, version: 0 }, friend.userId);
  const own = await makeSale(world, friend, bought);
  await setRows(db, "sales", { provider_checkout_id: own }, { status: "refunded" });
  const shown = async (consumerId: string) => {
    const { data } = await ask(world, consumer.loader, onPage("consumers", consumerId));
    return (data as { grants: { reason: string; ended: { why: string } | null }[] }).grants
      .map(({ reason, ended }) => [reason, ended?.why])
      .sort();
  };
  expect(await shown(friend.userId)).toEqual([
    ["gift", undefined],
    ["sale", "refunded"],
  ]);
  expect(await shown(giver.userId)).toEqual([]);
});

test("the page of a creator lists what they may watch, as a person's does", async () => {
  const [author, other] = [await makeCreator(world), await makeCreator(world)];
  await makeSale(world, author, await makeVideo(world, other));
  const { data } = await ask(world, creator.loader, onPage("creators", author.userId));
  expect((data as { grants: { reason: string }[] }).grants).toMatchObject([{ reason: "sale", ended: null }]);
});
