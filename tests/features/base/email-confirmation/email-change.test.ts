/** A creator's new e-mail waits while money is owed; the former address stays theirs for a week; notices go to both. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteOldChanges } from "~/features/base/account-changes/account-changes.queries.server";
import { undoDays } from "~/features/base/account-changes/undo-rules";
import { applyDueEmails, emailWaitHours } from "~/features/base/email-confirmation/change-email.server";
import { findOrCreateGoogleAccount } from "~/features/entrance/sign-in/google-account.server";
import { registerConsumer } from "~/features/entrance/sign-in/register.server";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import * as profilePage from "~/routes/account/profile";
import { action as payments } from "~/routes/creator/payments";
import { ask, askAs } from "../../../support/ask";
import { openMailbox, workQueue } from "../../../support/mails";
import { makeConsumer, makeCreator, type Person, proveMailbox } from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { addRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { makeScene, undoDone } from "../../entrance/recovery/takeover-scene";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { services } = world;
const { db } = services;
await workQueue(world);
const scene = makeScene(world, mailbox);
const [hour, day] = [3_600_000, 86_400_000];
const boss = await makeConsumer(world);

let ana: Person;
let email: string;
let made = 0;
beforeEach(async () => {
  ana = await makeCreator(world);
  await proveMailbox(services, ana.userId);
  email = `nova-${++made}@example.net`;
});

const emailOf = async () => (await scene.accountOf(ana)).email;
/** Returns the account's e-mail after some time, once the changes that are due then were applied. */
async function emailAfter(ms: number) {
  world.advance(ms);
  await applyDueEmails(services);
  return emailOf();
}
const credit = () =>
  adjustBalance(
    services,
    { id: randomUUID(), creatorId: ana.userId, kind: "credit", cents: 4_241, reason: "Acerto" },
    actorOf(boss.userId),
  );
const waitingOn = async () => {
  const { data } = await ask(world, profilePage.loader, { path: "/account/profile", cookie: ana.cookie });
  return (data as { waiting: { email: string } | null }).waiting;
};
const register = (address: string) =>
  registerConsumer(services, { fullName: "Zé", email: address, password: "battery staple" });

describe("a confirmed change of e-mail for a creator with a balance", () => {
  beforeEach(credit);

  test("applies after 48 hours, and both addresses are informed before and after", async () => {
    expect(await scene.changeEmail(ana, email)).toMatchObject({ flash: { title: "accounts.emailWaits" } });
    expect(await emailOf()).toBe(ana.email);
    expect(await waitingOn()).toMatchObject({ email });
    for (const address of [ana.email, email]) await scene.mailTo(address, "O e-mail da sua conta vai mudar");
    expect(await emailAfter(emailWaitHours * hour - 1)).toBe(ana.email);
    expect(await emailAfter(1)).toBe(email);
    expect(await waitingOn()).toBeNull();
    for (const address of [ana.email, email]) await scene.mailTo(address, "O e-mail da sua conta mudou");
    const [mail] = scene.mailsTo(ana.email).filter(({ subject }) => subject.endsWith("mudou"));
    expect(mail?.text).toContain(`agora é ${email}.`);
    // The former address can undo it from then on.
    const link = await scene.linkTo(ana.email, "/undo-change", /mudou/);
    world.advance(undoDays * day - 1);
    expect(await scene.pressUndo(link)).toMatchObject(undoDone);
    expect(await emailOf()).toBe(ana.email);
  });

  test("is cancelled on the account page", async () => {
    await scene.changeEmail(ana, email);
    const form = { intent: "cancel-email" };
    expect(await askAs(world, profilePage.action, ana, { path: "/account/profile", form })).toMatchObject({
      flash: { title: "undo.cancelled" },
    });
    expect(await emailAfter(3 * day)).toBe(ana.email);
    for (const address of [ana.email, email]) await scene.mailTo(address, "A troca de e-mail foi cancelada");
  });

  test("is cancelled by the link without a sign-in, which ends the thief's session", async () => {
    const thief = await scene.breakIn(ana);
    await scene.changeEmail(thief, email);
    const link = await scene.linkTo(ana.email, "/undo-change", /vai mudar/);
    expect(await scene.readUndo(link)).toEqual({ status: "email", from: ana.email, to: email, waits: true });
    expect(await scene.pressUndo(link)).toMatchObject(undoDone);
    expect(await scene.isSignedIn(thief)).toBe(false);
    expect(await emailAfter(3 * day)).toBe(ana.email);
  });

  test("is cancelled by a recovered password", async () => {
    await scene.changeEmail(await scene.breakIn(ana), email);
    await scene.resetBy(await scene.askRecovery(ana.email), "outra senha longa");
    expect(await emailAfter(3 * day)).toBe(ana.email);
  });

  test("is replaced by a later one, which waits as long", async () => {
    await scene.changeEmail(ana, email);
    world.advance(47 * hour);
    const later = `depois-${made}@example.net`;
    const again = { ...ana, cookie: (await scene.signIn(ana)).session ?? "" };
    await scene.changeEmail(again, later);
    expect(await emailAfter(47 * hour)).toBe(ana.email);
    expect(await emailAfter(hour)).toBe(later);
    // The link about the first one undoes the one that took its place.
    const first = scene.mailsTo(ana.email).findLast(({ subject }) => /vai mudar/.test(subject));
    const link = /\/undo-change\?\S+/.exec(first?.text ?? "")?.[0] ?? "";
    expect(first?.text).toContain(email);
    expect(await scene.pressUndo(link)).toMatchObject(undoDone);
    expect(await emailOf()).toBe(ana.email);
  });

  test("is cancelled if another account has the address by then", async () => {
    await scene.changeEmail(ana, email);
    expect(await register(email)).toMatchObject({ ok: true });
    expect(await emailAfter(2 * day)).toBe(ana.email);
    await scene.mailTo(ana.email, "O e-mail da sua conta não mudou");
  });

  test("keeps waiting while the account is suspended", async () => {
    await scene.changeEmail(ana, email);
    const suspend = (at: Date | null) => setRows(db, "users", { id: ana.userId }, { suspended_at: at });
    await suspend(services.clock());
    expect(await emailAfter(2 * day)).toBe(ana.email);
    await suspend(null);
    expect(await emailAfter(0)).toBe(email);
  });
});

test("the former address of an account is informed of a new Pix key, with the link that takes the account back", async () => {
  await scene.changeEmail(ana, email);
  const form = { paymentMethod: "pix", pixKey: "outra@pix.example" };
  await askAs(world, payments, ana, { path: "/creator/payments", form });
  const link = await scene.linkTo(ana.email, "/undo-change", /receber|recebimento/i);
  const copy = scene.mailsTo(ana.email).find(({ subject }) => /receb/i.test(subject));
  expect(copy?.text).not.toContain("/forgot-password");
  expect(await scene.pressUndo(link)).toMatchObject(undoDone);
  expect(await emailOf()).toBe(ana.email);
});

test("the former address of an account cannot be taken by another account while the change can be undone, by concurrent requests either", async () => {
  await scene.changeEmail(ana, email);
  const upper = ana.email.toUpperCase();
  expect(await register(upper)).toEqual({ ok: false, error: "emailTaken" });
  const identity = { sub: randomUUID(), email: ana.email, emailVerified: true, fullName: "Ana" };
  const google = () => findOrCreateGoogleAccount(services, identity, "consumer");
  expect(await google()).toEqual({ ok: false, error: "emailReserved" });
  const taken = addRows(db, "users", { email: upper });
  await expect(taken).rejects.toMatchObject({ code: "23505", constraint: "users_former_email" });
  world.advance(undoDays * day - 1);
  await deleteOldChanges(db, services.clock());
  expect(await google()).toEqual({ ok: false, error: "emailReserved" });
  world.advance(1);
  await deleteOldChanges(db, services.clock());
  expect(await google()).toMatchObject({ ok: true, isNew: true });
});

test("the former address of an account can be restored by an ordinary change", async () => {
  await scene.changeEmail(ana, email);
  expect(await scene.changeEmail(ana, ana.email)).toMatchObject({
    flash: { title: "accounts.emailChanged" },
  });
  expect(await emailOf()).toBe(ana.email);
});
