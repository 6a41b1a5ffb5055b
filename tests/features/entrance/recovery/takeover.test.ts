/**
 * Nothing of a thief remains after the owner takes the account back: by a recovery link, by a new password, by an undo
 * link.
 */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { undoDays } from "~/features/base/account-changes/undo-rules";
import { findLastChange, findPayoutSettings } from "~/features/money/payees/details.queries.server";
import { action as account } from "~/routes/account/account";
import { action as payments } from "~/routes/creator/payments";
import { askAs } from "../../../support/ask";
import { openMailbox, workQueue } from "../../../support/mails";
import {
  makeConsumer,
  makeCreator,
  signIn as newSession,
  type Person,
  proveMailbox,
} from "../../../support/people";
import { addRows, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { askForErasure } from "../privacy/erasure-scene";
import { makeScene, undoDone } from "./takeover-scene";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { services } = world;
const { db } = services;
await workQueue(world);
const scene = makeScene(world, mailbox);
const day = 86_400_000;

let owner: Person;
beforeEach(async () => {
  owner = await makeConsumer(world);
  await proveMailbox(services, owner.userId);
});

let made = 0;
const thiefsEmail = () => `ladrao-${++made}@example.net`;
const newPassword = "outra senha longa";
const passkeysOf = async ({ userId }: Person) =>
  (await readRows(db, "passkeys", { user_id: userId }, "id")).map(({ id }) => id);
const hasSecondFactor = async ({ userId }: Person) =>
  (await readRows(db, "second_factors", { user_id: userId }, "user_id")).length > 0;

describe("after a recovery by mail", () => {
  test("removes the thief's passkey, second factor and session, and lets the owner sign in", async () => {
    const thief = await scene.breakIn(owner);
    const device = await scene.addPasskey(thief);
    await scene.turnOnSecondFactor(thief);
    const link = await scene.askRecovery(owner.email);
    expect(await scene.recentOn(link)).toMatchObject([
      { kind: "passkey", name: "Firefox · Linux" },
      { kind: "secondFactor" },
    ]);
    expect(await scene.resetBy(link, newPassword)).toMatchObject({
      status: 303,
      flash: { title: "accounts.resetDone", description: "accounts.recentRemoved" },
    });
    expect(await scene.isSignedIn(thief)).toBe(false);
    expect((await scene.enterBy(device, owner)).session).toBeUndefined();
    expect((await scene.signIn(owner)).session).toBeUndefined();
    expect((await scene.signIn({ ...owner, password: newPassword })).session).toBeTruthy();
  });

  test("keeps only what the owner ticked, and nothing that was added after the page was opened", async () => {
    const mine = await scene.addPasskey(owner);
    const link = await scene.askRecovery(owner.email);
    expect(await scene.recentOn(link)).toHaveLength(1);
    const theirs = await scene.addPasskey(await scene.breakIn(owner));
    await scene.resetBy(link, newPassword, { [`keep passkey ${mine.id}`]: "on" });
    expect(await passkeysOf(owner)).toEqual([mine.id]);
    expect((await scene.enterBy(theirs, owner)).session).toBeUndefined();
  });

  test("keeps an older second factor: a link alone does not remove it", async () => {
    await scene.turnOnSecondFactor(owner);
    world.advance(8 * day);
    const link = await scene.askRecovery(owner.email);
    expect(await scene.recentOn(link)).toEqual([]);
    await scene.resetBy(link, newPassword);
    expect(await hasSecondFactor(owner)).toBe(true);
    const answer = await scene.signIn({ ...owner, password: newPassword });
    expect(answer.location).toBe("/second-step");
  });

  test("removes the thief's unconfirmed second factor", async () => {
    const thief = await scene.breakIn(owner);
    const unconfirmed = { secret: Buffer.alloc(40), created_at: services.clock() };
    await addRows(db, "second_factors", { user_id: thief.userId, ...unconfirmed });
    await scene.resetBy(await scene.askRecovery(owner.email), newPassword);
    expect(await hasSecondFactor(owner)).toBe(false);
  });

  test("restores the payout details before those on hold", async () => {
    const creator = await makeCreator(world);
    await proveMailbox(services, creator.userId);
    const thief = await scene.breakIn(creator);
    const form = { paymentMethod: "pix", pixKey: "ladrao@pix.example" };
    await askAs(world, payments, thief, { path: "/creator/payments", form });
    const link = await scene.askRecovery(creator.email);
    expect(await scene.recentOn(link)).toMatchObject([
      { kind: "payoutDetails", to: expect.stringContaining("pix.example") },
    ]);
    await scene.resetBy(link, newPassword);
    expect(await findPayoutSettings(db, creator.userId)).toMatchObject({ pix_key: "ana@pix.example" });
    expect(await findLastChange(db, creator.userId)).toBeUndefined();
  });
});

test("a changed password removes what was added recently, except what is ticked", async () => {
  const mine = await scene.addPasskey(owner);
  const thief = await scene.breakIn(owner);
  await scene.addPasskey(thief);
  await scene.turnOnSecondFactor(thief);
  const form = { currentPassword: owner.password, password: newPassword, confirmPassword: newPassword };
  const change = (more = {}) =>
    askAs(world, account, owner, { path: "/account", form: { intent: "password", ...form, ...more } });
  expect((await change({ currentPassword: "not it" })).status).toBe(400);
  expect(await passkeysOf(owner)).toHaveLength(2);
  expect(await change({ [`keep passkey ${mine.id}`]: "on" })).toMatchObject({
    flash: { title: "accounts.passwordChanged", description: "accounts.recentRemoved" },
  });
  expect(await passkeysOf(owner)).toEqual([mine.id]);
  expect(await hasSecondFactor(owner)).toBe(false);
});

describe("the link in a mail about an added passkey", () => {
  const about = /chave de acesso foi adicionada/;

  test("survives being read, works once, and ends the passkey, the password and all sessions", async () => {
    const thief = await scene.breakIn(owner);
    const device = await scene.addPasskey(thief);
    const link = await scene.linkTo(owner.email, "/undo-change", about);
    for (let times = 0; times < 3; times += 1)
      expect(await scene.readUndo(link)).toEqual({ status: "passkey", name: "Firefox · Linux" });
    expect(await scene.isSignedIn(thief)).toBe(true);
    expect(await scene.pressUndo(link)).toMatchObject(undoDone);
    expect(await scene.isSignedIn(thief)).toBe(false);
    expect(await scene.isSignedIn(owner)).toBe(false);
    expect((await scene.enterBy(device, owner)).session).toBeUndefined();
    expect((await scene.signIn(owner)).session).toBeUndefined();
    expect(await scene.readUndo(link)).toEqual({ status: "ended" });
    expect((await scene.pressUndo(link)).status).toBe(400);
    // The next step is in the mailbox already.
    await scene.resetBy(await scene.linkTo(owner.email, "/reset-password"), newPassword);
    expect((await scene.signIn({ ...owner, password: newPassword })).session).toBeTruthy();
  });

  test.each([
    ["works until seven days have passed", -1, 303],
    ["has ended then", 0, 400],
  ])("of seven days %s", async (_, ms, status) => {
    await scene.addPasskey(owner);
    const link = await scene.linkTo(owner.email, "/undo-change", about);
    world.advance(undoDays * day + ms);
    expect((await scene.pressUndo(link)).status).toBe(status);
    expect(await passkeysOf(owner)).toHaveLength(status === 303 ? 0 : 1);
  });

  test("is stored as its hash, and another text is not a link", async () => {
    await scene.addPasskey(owner);
    const link = await scene.linkTo(owner.email, "/undo-change", about);
    const token = new URL(link, "http://x").searchParams.get("token") ?? "";
    const rows = await readRows(db, "undo_links", { user_id: owner.userId });
    expect(rows).toMatchObject([{ token_hash: createHash("sha256").update(token).digest("hex") }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const wrong of ["", "x", `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`])
      expect((await scene.pressUndo(`/undo-change?token=${wrong}`)).status).toBe(400);
    expect(await passkeysOf(owner)).toHaveLength(1);
  });
});

test("the link in a mail about two-step verification turns it off", async () => {
  await scene.turnOnSecondFactor(await scene.breakIn(owner));
  const link = await scene.linkTo(owner.email, "/undo-change", /duas etapas ligada/);
  expect(await scene.readUndo(link)).toEqual({ status: "secondFactor" });
  expect(await scene.pressUndo(link)).toMatchObject(undoDone);
  expect(await hasSecondFactor(owner)).toBe(false);
});

describe("the link to a former address", () => {
  test("undoes all changes of the thief: e-mail, password, passkey, payout details, erasure", async () => {
    const creator = await makeCreator(world);
    await proveMailbox(services, creator.userId);
    const thief = await scene.breakIn(creator);
    const email = thiefsEmail();
    const flash = { title: "accounts.emailChanged" };
    expect(await scene.changeEmail(thief, email)).toMatchObject({ flash });
    const device = await scene.addPasskey(thief);
    const form = { paymentMethod: "pix", pixKey: "ladrao@pix.example", password: thief.password };
    await askAs(world, payments, thief, { path: "/creator/payments", form });
    await askForErasure(world, thief);
    world.advance(3 * day);
    await scene.mailTo(creator.email, "Uma chave de acesso foi adicionada");

    const link = await scene.linkTo(creator.email, "/undo-change", /e-mail da sua conta mudou/);
    const change = { from: creator.email, to: email, waits: false };
    expect(await scene.readUndo(link)).toEqual({ status: "email", ...change });
    expect(await scene.pressUndo(link)).toMatchObject(undoDone);
    expect(await scene.accountOf(creator)).toMatchObject({ email: creator.email, password_hash: null });
    expect(await scene.isSignedIn(thief)).toBe(false);
    expect((await scene.enterBy(device, creator)).session).toBeUndefined();
    // In force for a day already, and put back at once.
    expect(await findPayoutSettings(db, creator.userId)).toMatchObject({ pix_key: "ana@pix.example" });
    expect((await findLastChange(db, creator.userId))?.effectiveAt).toEqual(services.clock());
    expect(await readRows(db, "account_erasures", { user_id: creator.userId }, "user_id")).toEqual([]);
    await scene.resetBy(await scene.linkTo(creator.email, "/reset-password"), newPassword);
    expect((await scene.signIn({ email: creator.email, password: newPassword })).session).toBeTruthy();
    expect((await scene.signIn({ email, password: creator.password })).session).toBeUndefined();
  });

  test("undoes the later changes of e-mail too, whose links then expire", async () => {
    const thief = await scene.breakIn(owner);
    const [second, third] = [thiefsEmail(), thiefsEmail()];
    await scene.changeEmail(thief, second);
    world.advance(2 * day);
    const again = { ...thief, cookie: await newSession(world, thief.userId) };
    await scene.changeEmail(again, third);
    const link = await scene.linkTo(owner.email, "/undo-change", /e-mail da sua conta mudou/);
    const ofSecond = await scene.linkTo(second, "/undo-change", /e-mail da sua conta mudou/);
    expect(await scene.pressUndo(link)).toMatchObject(undoDone);
    expect((await scene.accountOf(owner)).email).toBe(owner.email);
    expect((await scene.pressUndo(ofSecond)).status).toBe(400);
    expect((await scene.accountOf(owner)).email).toBe(owner.email);
  });

  test("unlinks the thief's Google account, and keeps the owner's", async () => {
    const link = (sub: string | null) => setRows(db, "users", { id: owner.userId }, { google_sub: sub });
    const undoes = async () => {
      const path = await scene.linkTo(owner.email, "/undo-change", /e-mail da sua conta mudou/);
      expect(await scene.pressUndo(path)).toMatchObject(undoDone);
      return (await scene.accountOf(owner)).google_sub;
    };
    await scene.changeEmail(await scene.breakIn(owner), thiefsEmail());
    await link("thief");
    expect(await undoes()).toBeNull();

    owner = await makeConsumer(world);
    await link("owner");
    await scene.changeEmail(await scene.breakIn(owner), thiefsEmail());
    expect(await undoes()).toBe("owner");
  });
});
