/** A second factor that was lost with its codes: asked for, proved by mail, allowed, and off a day after the proof. */
import { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { secretPurpose } from "~/features/base/factors/set-up-second-factor.server";
import { action as account } from "~/routes/account/account";
import { action as profile } from "~/routes/account/profile";
import { action as accountStep } from "~/routes/admin/account-step";
import { action as confirm } from "~/routes/public/confirm-email";
import { action as consumerLogin } from "~/routes/public/consumer-login";
import * as help from "~/routes/public/second-factor-help";
import { action as step } from "~/routes/public/second-step";
import { sweep } from "~/server/sweep.server";
import { ask, cookiesOf } from "../../../support/ask";
import { linkIn, mailsAbout, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { makeAdmin, makeConsumer, type Person, signIn } from "../../../support/people";
import { addSecondFactor } from "../../../support/rows";
import { addRows, readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { services } = world;
const { db, secretBox, clock } = services;
await workQueue(world);
const hour = 3_600_000;
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

let bia: Person;
let boss: Person;
beforeEach(async () => {
  bia = await makeConsumer(world);
  boss = await makeAdmin(world);
  await addSecondFactor(db, bia.userId, clock(), secretBox.seal(secret, secretPurpose));
});

/** Signs in up to the second step. Returns its cookie, or undefined when there is none. */
async function begin({ email, password } = bia): Promise<string | undefined> {
  const form = { intent: "login", email, password };
  const answer = await ask(world, consumerLogin, { path: "/consumer-login", form });
  return answer.location === "/second-step" ? cookiesOf(answer) : undefined;
}
const second = (form: Record<string, string>, cookie = "") =>
  ask(world, step, { path: "/second-step", form, cookie });
/** Asks for the removal. Returns the mailed link. `count`: how often it was asked for by then. */
async function askForLink(count = 1): Promise<string> {
  const asked = await second({ intent: "lost" }, await begin());
  expect(asked).toMatchObject({ status: 303, session: undefined, flash: { title: "security.lostAsked" } });
  return linkIn(await nextMail(mailsAbout(mailbox, /perdeu/), bia.email, count));
}
const press = (link: string, intent = "prove") => ask(world, help.action, { path: link, form: { intent } });
const linkOf = async (path: string) => (await ask(world, help.loader, { path })).data;
const allow = async (by = boss) =>
  ask(world, accountStep, {
    path: `/admin/accounts/${bia.userId}/unlock?from=consumers`,
    params: { accountId: bia.userId, step: "unlock" },
    form: { reason: "Ligou e confirmou" },
    cookie: await signIn(world, by.userId),
  });
const isOn = async () => (await begin()) !== undefined;
const after = async (hours: number) => {
  world.advance(hours * hour);
  await sweep(services);
};

test("a lost second factor is turned off a day after the proof by mail and an administrator's approval, with a mail for each step", async () => {
  const link = await askForLink();
  expect(await linkOf(link)).toEqual({ link: "asked" });
  expect(await allow()).toMatchObject({ flash: { tone: "error", title: "audit.refused.noRequest" } });
  expect(await press(link)).toMatchObject({ status: 303, flash: { title: "security.helpProved" } });
  expect(await press(link)).toMatchObject({ status: 400 });
  await after(23);
  expect(await allow()).toMatchObject({ flash: { tone: "success" } });
  expect(await linkOf(link)).toEqual({ link: "allowed" });
  expect(await isOn()).toBe(true);
  await sweep(services);
  expect(await isOn()).toBe(true);
  await after(1);
  expect(await isOn()).toBe(false);
  expect(await linkOf(link)).toEqual({ link: "ended" });
  const mails = await readRows(db, "mails", { user_id: bia.userId }, "kind");
  const kinds = mails.map(({ kind }) => kind).filter((kind) => kind.startsWith("secondFactor"));
  expect(kinds.sort()).toEqual([
    "secondFactorHelp",
    "secondFactorHelpAllowed",
    "secondFactorHelpProved",
    "secondFactorOff",
  ]);
  const allowed = { action: "secondFactorHelpAllowed", target_id: bia.userId } as const;
  expect(await readRow(db, "audit_entries", allowed, "actor_id", "reason")).toEqual({
    actor_id: boss.userId,
    reason: "Ligou e confirmou",
  });
});

test("a lost second factor stays on without an administrator's approval, and administrators do not approve their own", async () => {
  await addRows(db, "user_roles", { user_id: bia.userId, role: "admin" });
  await press(await askForLink());
  expect(await allow(bia)).toMatchObject({ flash: { tone: "error", title: "audit.refused.self" } });
  await after(48);
  expect(await isOn()).toBe(true);
});

test("a request to turn off a second factor is revoked by the link, after the approval too, and by a valid code", async () => {
  const link = await askForLink();
  await press(link);
  await allow();
  expect(await press(link, "revoke")).toMatchObject({ flash: { title: "security.helpRevoked" } });
  await after(48);
  expect(await isOn()).toBe(true);

  const again = await askForLink(2);
  await press(again);
  const code = new TOTP({ secret }).generate({ timestamp: clock().getTime() });
  expect((await second({ code }, await begin())).session).toBeTruthy();
  expect(await linkOf(again)).toEqual({ link: "ended" });
  expect(await allow()).toMatchObject({ flash: { title: "audit.refused.noRequest" } });
});

test("a request to turn off a second factor ends when the account changes its e-mail or password", async () => {
  const first = await askForLink();
  const email = `changed-${bia.email}`;
  const path = "/account/profile";
  await ask(world, profile, { path, form: { fullName: "Bia", email }, cookie: bia.cookie });
  const confirming = linkIn(await nextMail(mailbox, email));
  await ask(world, confirm, { path: confirming, cookie: bia.cookie, method: "POST" });
  bia = { ...bia, email };
  expect(await press(first)).toMatchObject({ status: 400 });

  world.advance(1_000);
  await press(await askForLink());
  await allow();
  const password = "outra senha nova";
  const form = {
    intent: "password",
    currentPassword: bia.password,
    password,
    confirmPassword: password,
    "keep secondFactor": "on",
  };
  await ask(world, account, { path: "/account", form, cookie: bia.cookie });
  bia = { ...bia, password };
  await after(48);
  expect(await isOn()).toBe(true);
});

test("the link of such a request is valid for a day, is replaced by a newer one, and has a limited number of mails", async () => {
  const first = await askForLink();
  world.advance(1_000);
  const newer = await askForLink(2);
  expect(newer).not.toBe(first);
  expect(await press(first)).toMatchObject({ status: 400 });
  world.advance(24 * hour);
  expect(await press(newer)).toMatchObject({ status: 400 });
  expect(await linkOf("/second-factor-help?token=unknown")).toEqual({ link: "ended" });
  for (let mails = 0; mails < 4; mails += 1) await second({ intent: "lost" }, await begin());
  expect(await second({ intent: "lost" }, await begin())).toMatchObject({ status: 429 });
  expect(await second({ intent: "lost" })).toMatchObject({ location: "/consumer-login" });
});
