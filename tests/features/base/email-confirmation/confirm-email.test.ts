/** The confirmation mail: who gets it, what its link does and does not do, and the form that changes name and e-mail. */
import { beforeEach, describe, expect, test } from "vitest";
import { checkPassword } from "~/features/entrance/sign-in/sign-in.server";
import { action as account, loader as accountPage } from "~/routes/account/account";
import { action as profile } from "~/routes/account/profile";
import { action, loader } from "~/routes/public/confirm-email";
import { action as signUp } from "~/routes/public/consumer-login";
import { action as register } from "~/routes/public/creator-register";
import { ask, refusal } from "../../../support/ask";
import { linkIn, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { creatorForm, makeConsumer, makeCreator, type Person } from "../../../support/people";
import { readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { db, clock } = world.services;
await workQueue(world);

let people = 0;
interface Newcomer {
  email: string;
  cookie: string;
  userId: string;
}

async function newcomer(language = ""): Promise<Newcomer> {
  const email = `new-${++people}@example.com`;
  const form = { intent: "signup", fullName: "Bia", email, password: "senha boa" };
  const { session = "" } = await ask(world, signUp, { path: `/consumer-login?tab=signup${language}`, form });
  const { id } = await readRow(db, "users", { email }, "id");
  return { email, cookie: session, userId: id };
}

const isProven = async ({ userId }: { userId: string }) =>
  (await readRow(db, "users", { id: userId }, "email_verified_at")).email_verified_at !== null;

const stepAt = async (path: string, cookie?: string) =>
  ((await ask(world, loader, { path, cookie })).data as { step: string }).step;

const press = (path: string, cookie?: string) => ask(world, action, { path, cookie, method: "POST" });

test("the confirmation mail is sent after sign-up and registration, in the page's language", async () => {
  const bia = await newcomer();
  const mail = await nextMail(mailbox, bia.email);
  expect(mail.subject).toBe("Confirme seu e-mail no Sabiá");
  expect(linkIn(mail)).toMatch(/^\/confirm-email\?token=[A-Za-z0-9_-]{43}$/);

  const english = await newcomer("&lng=en");
  const inEnglish = await nextMail(mailbox, english.email);
  expect(inEnglish.subject).toBe("Confirm your e-mail on Sabiá");
  expect(linkIn(inEnglish)).toMatch(/^\/confirm-email\?lng=en&token=/);

  const { cardNumber: _, ...form } = creatorForm({ email: "nova@example.com" });
  expect((await ask(world, register, { path: "/creator-register", form })).status).toBe(303);
  expect((await nextMail(mailbox, "nova@example.com")).subject).toBe("Confirme seu e-mail no Sabiá");
});

describe("the link in the confirmation mail", () => {
  let bia: Newcomer;
  let link: string;
  beforeEach(async () => {
    bia = await newcomer();
    link = linkIn(await nextMail(mailbox, bia.email));
  });

  test("confirms by a button, once", async () => {
    for (let at = 0; at < 3; at++) expect(await stepAt(link, bia.cookie)).toBe("confirm");
    expect(await isProven(bia)).toBe(false);
    const answer = await press(link, bia.cookie);
    expect(answer).toMatchObject({ status: 303, location: "/marketplace" });
    expect(answer.flash?.title).toBe("accounts.confirmed");
    expect(await isProven(bia)).toBe(true);
    expect(await stepAt(link, bia.cookie)).toBe("linkUsed");
    expect((await press(link, bia.cookie)).status).toBe(400);
    expect(await isProven(bia)).toBe(true);
  });

  test("requires signing in first, and returns", async () => {
    expect(await stepAt(link)).toBe("signIn");
    const answer = await press(link);
    expect(answer.status).toBe(303);
    const login = new URL(answer.location ?? "", "http://localhost");
    expect(login.pathname).toBe("/consumer-login");
    expect(login.searchParams.get("redirectTo")).toBe(link);
    expect(await isProven(bia)).toBe(false);
  });

  test("does nothing for another account, and stays valid", async () => {
    const other = await makeConsumer(world);
    expect(await stepAt(link, other.cookie)).toBe("otherAccount");
    expect((await press(link, other.cookie)).status).toBe(400);
    expect([await isProven(bia), await isProven(other)]).toEqual([false, false]);
    expect((await press(link, bia.cookie)).status).toBe(303);
  });

  test("is invalid after three days, when replaced, and for another e-mail", async () => {
    world.advance(3 * 24 * 60 * 60_000 + 1);
    expect(await stepAt(link)).toBe("linkUsed");
    world.advance(-(3 * 24 * 60 * 60_000 + 1));
    const form = { intent: "send-confirmation" };
    const again = await ask(world, account, { path: "/account", form, cookie: bia.cookie });
    expect(again.flash?.title).toBe("accounts.confirmationSent");
    const newer = linkIn(await nextMail(mailbox, bia.email, 2));
    expect(await stepAt(link, bia.cookie)).toBe("linkUsed");
    expect(await stepAt(newer, bia.cookie)).toBe("confirm");
    await setRows(db, "users", { id: bia.userId }, { email: `x${bia.email}` });
    expect(await stepAt(newer, bia.cookie)).toBe("linkUsed");
    expect((await press(newer, bia.cookie)).status).toBe(400);
    expect(await isProven(bia)).toBe(false);
  });

  test("is stored as a hash only", async () => {
    const token = new URL(link, "http://localhost").searchParams.get("token") ?? "";
    const rows = await readRows(db, "email_confirmations");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, world.logged])).not.toContain(token);
  });
});

test("the account page offers another mail until the e-mail is confirmed, up to five in 15 minutes", async () => {
  const unproven = async (cookie: string) =>
    ((await ask(world, accountPage, { path: "/account", cookie })).data as { unprovenEmail: string | null })
      .unprovenEmail;
  const ana = await makeCreator(world);
  expect(await unproven(ana.cookie)).toBe(ana.email);
  const asked = { path: "/account", form: { intent: "send-confirmation" }, cookie: ana.cookie };
  for (let at = 0; at < 5; at++) expect((await ask(world, account, asked)).status).toBe(303);
  const refused = await ask(world, account, asked);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  await setRows(db, "users", { id: ana.userId }, { email_verified_at: clock() });
  expect(await unproven(ana.cookie)).toBeNull();
});

describe("changing a profile:", () => {
  let bia: Person;
  beforeEach(async () => {
    bia = await makeConsumer(world);
  });
  const change = (form: Record<string, string>, { cookie }: Person = bia) =>
    ask(world, profile, { path: "/account/profile", form, cookie });
  const emailsOf = async ({ userId }: Person) => {
    const user = await readRow(db, "users", { id: userId }, "email");
    const consumer = await readRow(db, "consumer_profiles", { user_id: userId }, "email");
    return [user.email, consumer.email];
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

  test("invalid fields of a profile have messages", async () => {
    expect(await change({ fullName: "", email: "no" })).toMatchObject(
      refusal({ fullName: "common.required", email: "accounts.emailInvalid" }),
    );
  });

  test("a new e-mail applies once its own link is confirmed by the account, and the old link opens nothing", async () => {
    const email = `changed-${++people}@example.com`;
    expect(await change({ fullName: "Bia", email })).toMatchObject({
      flash: { title: "security.emailAsked" },
    });
    const link = linkIn(await nextMail(mailbox, email));
    expect(await emailsOf(bia)).toEqual([bia.email, bia.email]);

    const stranger = await makeConsumer(world);
    await press(link, stranger.cookie);
    expect((await press(link)).location).toContain("/consumer-login");
    expect(await emailsOf(bia)).toEqual([bia.email, bia.email]);

    const page = await ask(world, loader, { path: link, cookie: bia.cookie });
    expect(page.data).toEqual({ step: "confirm", email });
    expect(await press(link, bia.cookie)).toMatchObject({
      status: 303,
      flash: { title: "accounts.emailChanged" },
    });
    expect(await emailsOf(bia)).toEqual([email, email]);
    const signInAs = (as: string) =>
      checkPassword(world.services, { email: as, password: bia.password }, { clientAddress: "10.1.1.1" });
    expect(await signInAs(email)).toMatchObject({ ok: true });
    expect(await signInAs(bia.email)).toEqual({ ok: false, error: "wrong" });
    expect((await press(link, bia.cookie)).status).toBe(400);
  });

  test("a new e-mail of another account gets the same response, and no mail", async () => {
    const owner = await makeConsumer(world);
    const free = `changed-${++people}@example.com`;
    const taken = await change({ fullName: "Bia", email: owner.email.toUpperCase() });
    const other = await makeConsumer(world);
    const open = await change({ fullName: "Bia", email: free }, other);
    await nextMail(mailbox, free);
    expect([taken.status, taken.flash?.title]).toEqual([open.status, open.flash?.title]);
    expect(mailbox.messages().filter(({ to }) => to.includes(owner.email.toUpperCase()))).toEqual([]);
  });

  test("a new e-mail that was registered by somebody else in the meantime is not taken over", async () => {
    const email = `changed-${++people}@example.com`;
    await change({ fullName: "Bia", email });
    const link = linkIn(await nextMail(mailbox, email));
    const owner = await makeConsumer(world);
    await setRows(db, "users", { id: owner.userId }, { email });
    expect(await press(link, bia.cookie)).toMatchObject({
      status: 400,
    });
    expect(await emailsOf(bia)).toEqual([bia.email, bia.email]);
  });
});
