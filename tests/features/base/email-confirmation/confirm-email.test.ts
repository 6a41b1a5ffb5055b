/** The confirmation mail: who gets it, and what its link does and does not do. */
import { beforeEach, describe, expect, test } from "vitest";
import { deleteUnconfirmedPayoutDetails } from "~/features/entrance/recovery/password-recovery.queries.server";
import { findOrCreateGoogleAccount } from "~/features/entrance/sign-in/google-account.server";
import { action as account, loader as accountPage } from "~/routes/account/account";
import { action, loader } from "~/routes/public/confirm-email";
import { action as signUp } from "~/routes/public/consumer-login";
import { action as register } from "~/routes/public/creator-register";
import { ask } from "../../../support/ask";
import { linkIn, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { creatorForm, makeConsumer, makeCreator } from "../../../support/people";
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
  const answer = await ask(world, signUp, { path: `/consumer-login?tab=signup${language}`, form });
  return withId({ email, cookie: `sabia=${answer.session?.split("=")[1] ?? ""}` });
}

async function withId(person: { email: string; cookie: string }): Promise<Newcomer> {
  const { id } = await readRow(db, "users", { email: person.email }, "id");
  return { ...person, userId: id };
}

const isProven = async ({ userId }: { userId: string }) =>
  (await readRow(db, "users", { id: userId }, "email_verified_at")).email_verified_at !== null;

const stepAt = async (path: string, cookie?: string) =>
  ((await ask(world, loader, { path, cookie })).data as { step: string }).step;

const press = (path: string, cookie?: string) => ask(world, action, { path, cookie, method: "POST" });

describe("the confirmation mail", () => {
  test("is sent after sign-up and registration, in the page's language", async () => {
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
    const again = await ask(world, account, {
      path: "/account",
      form: { intent: "send-confirmation" },
      cookie: bia.cookie,
    });
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

describe("the first proof of a mailbox (docs/decisions/0014)", () => {
  const identityOf = (email: string) => ({
    sub: `g-${email}`,
    email,
    emailVerified: true,
    fullName: "Dona",
  });
  const findUser = (userId: string) => readRow(db, "users", { id: userId }, "password_hash");

  test("by the link, while signed in, keeps password and payment details", async () => {
    const bia = await newcomer();
    await press(linkIn(await nextMail(mailbox, bia.email)), bia.cookie);
    expect(await deleteUnconfirmedPayoutDetails(db, bia.userId)).toBe(false);
    await findOrCreateGoogleAccount(world.services, identityOf(bia.email), "consumer");
    expect((await findUser(bia.userId)).password_hash).not.toBeNull();
  });

  test("by the owner who opens the mail does not confirm an attacker's registration", async () => {
    const stranger = await newcomer();
    const link = linkIn(await nextMail(mailbox, stranger.email));
    // The mailbox's owner, in another browser.
    await press(link);
    const owner = await makeConsumer(world);
    await press(link, owner.cookie);
    expect(await isProven(stranger)).toBe(false);
    await findOrCreateGoogleAccount(world.services, identityOf(stranger.email), "consumer");
    expect((await findUser(stranger.userId)).password_hash).toBeNull();
  });
});

describe("the account page", () => {
  const unproven = async (cookie: string) =>
    ((await ask(world, accountPage, { path: "/account", cookie })).data as { unprovenEmail: string | null })
      .unprovenEmail;

  test("offers another mail until the e-mail is confirmed, up to five in 15 minutes", async () => {
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
});
