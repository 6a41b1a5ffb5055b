/** Changing the name and the e-mail, and what the confirmation link of a change does. */
import { beforeEach, describe, expect, test } from "vitest";
import { checkPassword } from "~/features/entrance/sign-in/sign-in.server";
import { currentViewer } from "~/platform/context.server";
import { action as account } from "~/routes/account/account";
import { action as profile } from "~/routes/account/profile";
import { action as confirm, loader as confirmPage } from "~/routes/public/confirm-email";
import { ask, askAs, makeContext, makeRequest } from "../../../support/ask";
import { linkIn, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { readInOrder, readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { db } = world.services;
await workQueue(world);

let bia: Person;
beforeEach(async () => {
  bia = await makeConsumer(world);
});

let addresses = 0;
const newEmail = () => `changed-${++addresses}@example.com`;
const change = (form: Record<string, string>, { cookie }: Person = bia) =>
  ask(world, profile, { path: "/account/profile", form, cookie });
const emailsOf = async ({ userId }: Person) => {
  const user = db.selectFrom("users").select("email").where("id", "=", userId);
  const consumer = db.selectFrom("consumer_profiles").select("email").where("user_id", "=", userId);
  return [(await user.executeTakeFirstOrThrow()).email, (await consumer.executeTakeFirst())?.email];
};

test("a name changes at once, for a creator too", async () => {
  const ana = await makeCreator(world);
  expect(await change({ fullName: "Ana  Nova", email: ana.email }, ana)).toMatchObject({
    status: 303,
    location: "/account/profile",
    flash: { title: "security.nameSaved" },
  });
  const { full_name } = await readRow(db, "creator_profiles", { user_id: ana.userId }, "full_name");
  expect(full_name).toBe("Ana  Nova");
});

test("invalid fields of a profile have messages, and an old proof requires the password", async () => {
  expect(await change({ fullName: "", email: "no" })).toMatchObject({
    status: 400,
    data: { problem: { errors: { fullName: "common.required", email: "accounts.emailInvalid" } } },
  });
  world.advance(11 * 60_000);
  const form = { fullName: "Bia", email: newEmail() };
  expect(await change(form)).toMatchObject({
    status: 400,
    data: { problem: { errors: { password: "accounts.proofMissing" }, values: form } },
  });
  expect(await change({ ...form, password: bia.password })).toMatchObject({ status: 303 });
});

describe("a new e-mail", () => {
  test("applies once its own link is confirmed by the account, and the old link opens nothing", async () => {
    const email = newEmail();
    expect(await change({ fullName: "Bia", email })).toMatchObject({
      flash: { title: "security.emailAsked" },
    });
    const link = linkIn(await nextMail(mailbox, email));
    expect(await emailsOf(bia)).toEqual([bia.email, bia.email]);

    const stranger = await makeConsumer(world);
    const press = (cookie?: string) => ask(world, confirm, { path: link, cookie, method: "POST" });
    await press(stranger.cookie);
    expect((await press()).location).toContain("/consumer-login");
    expect(await emailsOf(bia)).toEqual([bia.email, bia.email]);

    const page = await ask(world, confirmPage, { path: link, cookie: bia.cookie });
    expect(page.data).toEqual({ step: "confirm", email });
    expect(await press(bia.cookie)).toMatchObject({ status: 303, flash: { title: "accounts.emailChanged" } });
    expect(await emailsOf(bia)).toEqual([email, email]);
    const signInAs = (as: string) =>
      checkPassword(world.services, { email: as, password: bia.password }, { clientAddress: "10.1.1.1" });
    expect(await signInAs(email)).toMatchObject({ ok: true });
    expect(await signInAs(bia.email)).toEqual({ ok: false, error: "wrong" });
    expect((await press(bia.cookie)).status).toBe(400);
  });

  test("of another account gets the same response, and no mail", async () => {
    const owner = await makeConsumer(world);
    const free = newEmail();
    const taken = await change({ fullName: "Bia", email: owner.email.toUpperCase() });
    const other = await makeConsumer(world);
    const open = await change({ fullName: "Bia", email: free }, other);
    await nextMail(mailbox, free);
    expect([taken.status, taken.flash?.title]).toEqual([open.status, open.flash?.title]);
    expect(mailbox.messages().filter(({ to }) => to.includes(owner.email.toUpperCase()))).toEqual([]);
  });

  test("that was registered by somebody else in the meantime is not taken over", async () => {
    const email = newEmail();
    await change({ fullName: "Bia", email });
    const link = linkIn(await nextMail(mailbox, email));
    const owner = await makeConsumer(world);
    await setRows(db, "users", { id: owner.userId }, { email });
    expect(await ask(world, confirm, { path: link, cookie: bia.cookie, method: "POST" })).toMatchObject({
      status: 400,
    });
    expect(await emailsOf(bia)).toEqual([bia.email, bia.email]);
  });
});

test("a session is ended by its id, by its owner only, and never the current one", async () => {
  const elsewhere = await signIn(world, bia.userId);
  const idsOf = async (userId: string) =>
    (await readInOrder(db, "sessions", { user_id: userId }, ["created_at"], "public_id")).map(
      ({ public_id }) => public_id,
    );
  const stranger = await makeConsumer(world);
  const end = (session: string, cookie: string) =>
    ask(world, account, { path: "/account", form: { intent: "end-session", session }, cookie });
  const before = await idsOf(bia.userId);
  for (const id of before) await end(id, stranger.cookie);
  await end("no id", bia.cookie);
  expect(await idsOf(bia.userId)).toEqual(before);
  for (const id of before) await end(id, elsewhere);
  expect(await idsOf(bia.userId)).toHaveLength(1);
  expect(
    await ask(world, account, { path: "/account", form: { intent: "end-session" }, cookie: bia.cookie }),
  ).toMatchObject({
    location: "/consumer-login",
  });
});

test("ending other sessions requires a recent proof, and accepts the password in the same form", async () => {
  const elsewhere = await signIn(world, bia.userId);
  const isOpen = async (cookie: string) =>
    (await currentViewer(makeContext(world), makeRequest({ path: "/", cookie }))) !== undefined;
  world.advance(11 * 60_000);
  const end = (form: Record<string, string>) =>
    askAs(world, account, bia, { path: "/account", form: { intent: "end-others", ...form } });
  expect(await end({})).toMatchObject({
    status: 400,
    data: { problem: { errors: { password: "accounts.proofMissing" } } },
  });
  expect(await end({ intent: "end-session", password: "not it" })).toMatchObject({
    status: 400,
    data: { problem: { errors: { password: "accounts.proofWrong" } } },
  });
  expect(await isOpen(elsewhere)).toBe(true);
  expect(await end({ password: bia.password })).toMatchObject({ flash: { title: "accounts.endedOthers" } });
  expect(await isOpen(elsewhere)).toBe(false);
  expect(await isOpen(bia.cookie)).toBe(true);
});
