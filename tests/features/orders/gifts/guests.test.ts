/** A creator's guests: whom an invitation lets in, once, and what ends it. */
import { beforeEach, describe, expect, test } from "vitest";
import { readUnsubscribeToken, sendMail } from "~/features/base/mail/send-mail.server";
import { allInvitationsADay, guestsPerProduct, invitationsADay } from "~/features/orders/gifts/gift-rules";
import { makeDeclineToken, readDeclineToken } from "~/features/orders/gifts/guest-mail.server";
import { insertInvitations, listInvitations } from "~/features/orders/gifts/invitations.queries.server";
import { changeGuests } from "~/features/orders/gifts/invite-guests.server";
import {
  makeAccessPath,
  readAccessCode,
  showAccessLink,
  takeAccess,
} from "~/features/orders/gifts/take-access.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import type { Mail, Mailer } from "~/integrations/mail/mail";
import * as unsubscribe from "~/routes/public/unsubscribe";
import { mailWriters } from "~/server/mail-writers.server";
import { openAsOwner } from "../../../support/as-owner";
import { ask } from "../../../support/ask";
import { expectNoViolations, findForged } from "../../../support/proofs";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const owner = await openAsOwner(db);
let creatorId: string;
let productId: string;

beforeEach(async () => {
  creatorId = await addConfirmedCreator();
  productId = await addVideo(db, creatorId);
});

async function addConfirmedCreator(): Promise<string> {
  const id = await addCreator(db);
  await setRows(db, "users", { id }, { email_verified_at: services.clock() });
  return id;
}

const change = (fields: Record<string, string>, by = creatorId) =>
  changeGuests(services, { creatorId: by, productId }, fields);
const invite = (...emails: string[]) => change({ intent: "invite", emails: emails.join("\n") });
const linkOf = async (email: string) => {
  const { id } = await readRow(db, "guest_invitations", { email, product_id: productId }, "id");
  return { kind: "guest", id, version: 0 } as const;
};
const accessOf = async (userId: string) => (await findWatchAccess(db, { userId }, productId)).access;
const mailsTo = async (email: string) => (await readRows(db, "mails", { email }, "id")).length;

const sent: Mail[] = [];
const mailer: Mailer = {
  send: async (mail, options) => {
    await options?.beforeHandOver?.();
    sent.push(mail);
  },
};
const sendMails = async (email: string) => {
  const mails = await readRows(db, "mails", { email }, "id");
  for (const { id } of mails) await sendMail({ ...services, mailer }, mailWriters, { mailId: id });
};
const delivered = (email: string) => sent.filter(({ to }) => to === email);

describe("an address that wants no invitations", () => {
  test("ends them by one press of a mail's link, those of other creators too, and is shown as not delivered", async () => {
    const email = "nao-quero@turma.example";
    await invite(email);
    await sendMails(email);
    const [mail] = delivered(email);
    const link = new URL(mail?.unsubscribeUrl ?? "");
    expect(mail?.text).toContain(link.href);
    expect(link.href).not.toContain("nao-quero");
    const at = { path: link.pathname + link.search };
    // A mail program opens links too.
    await ask(world, unsubscribe.loader, at);
    expect(await listInvitations(db, { creatorId, productId })).toMatchObject([{ is_declined: false }]);
    for (const _ of [1, 2])
      await ask(world, unsubscribe.action, { ...at, form: { "List-Unsubscribe": "One-Click" } });
    const other = await addConfirmedCreator();
    productId = await addVideo(db, other);
    await change({ intent: "invite", emails: "Nao-Quero@Turma.example\noutra@turma.example" }, other);
    await sendMails("Nao-Quero@Turma.example");
    await sendMails("outra@turma.example");
    expect(delivered("Nao-Quero@Turma.example")).toEqual([]);
    expect(delivered(email)).toHaveLength(1);
    expect(delivered("outra@turma.example")).toHaveLength(1);
    const listed = await listInvitations(db, { creatorId: other, productId });
    expect(listed.map(({ email, is_declined }) => [email, is_declined]).sort()).toEqual([
      ["Nao-Quero@Turma.example", true],
      ["outra@turma.example", false],
    ]);
  });

  test("is not ended by a token that is altered, of another secret, or of an account's mails", () => {
    const secret = services.env.SESSION_SECRET;
    const token = makeDeclineToken(secret, Buffer.alloc(32, 7));
    expect(readDeclineToken([secret], token)).toEqual(Buffer.alloc(32, 7));
    const ofOtherSecret = makeDeclineToken("x".repeat(40), Buffer.alloc(32, 7));
    for (const wrong of ["", `${token}A`, token.replace("guest.", "guest.A"), ofOtherSecret])
      expect(readDeclineToken([secret], wrong), wrong).toBeUndefined();
    expect(readUnsubscribeToken([secret], token)).toBeUndefined();
  });
});

describe("an invitation", () => {
  test("is mailed, and admits the first account that takes its link", async () => {
    await invite("ana@turma.example");
    expect(await mailsTo("ana@turma.example")).toBe(1);
    const link = await linkOf("ana@turma.example");
    expect(await showAccessLink(db, link, undefined)).toMatchObject({ state: "open" });
    expect(await takeAccess(services, link, creatorId)).toEqual({ ok: false, error: "own" });
    const guest = await addConsumer(db);
    expect(await takeAccess(services, link, guest)).toEqual({ ok: true, productId });
    expect(await accessOf(guest)).toBe("bought");
    expect(await takeAccess(services, link, guest)).toEqual({ ok: true, productId });
    // The link was forwarded.
    const other = await addConsumer(db);
    expect(await takeAccess(services, link, other)).toEqual({ ok: false, error: "taken" });
    expect(await accessOf(other)).toBe("mustBuy");
    expect(await showAccessLink(db, link, other)).toMatchObject({ state: "taken" });
  });

  test("that is revoked admits nobody and removes the access that it gave", async () => {
    await invite("caio@turma.example");
    const link = await linkOf("caio@turma.example");
    const guest = await addConsumer(db);
    await takeAccess(services, link, guest);
    expect(await change({ intent: "revoke", id: link.id })).toEqual({ ok: true, done: "revoked" });
    expect(await accessOf(guest)).toBe("mustBuy");
    expect(await takeAccess(services, link, guest)).toEqual({ ok: false, error: "gone" });
    expect(await takeAccess(services, link, await addConsumer(db))).toEqual({ ok: false, error: "gone" });
    expect(await listInvitations(db, { creatorId, productId })).toEqual([]);
  });

  test.each([
    ["video", () => setRows(db, "videos", { id: productId }, { suspended_at: new Date() })],
    ["creator", () => setRows(db, "users", { id: creatorId }, { suspended_at: new Date() })],
  ])("to a suspended %s admits nobody new, and keeps who was admitted", async (_, suspend) => {
    await invite("duda@turma.example", "eva@turma.example");
    const link = await linkOf("duda@turma.example");
    const open = await linkOf("eva@turma.example");
    const guest = await addConsumer(db);
    await takeAccess(services, link, guest);
    await suspend();
    expect(await takeAccess(services, open, await addConsumer(db))).toEqual({ ok: false, error: "gone" });
    expect(await showAccessLink(db, open, guest)).toMatchObject({ state: "gone" });
    expect(await takeAccess(services, link, guest)).toEqual({ ok: true, productId });
    expect(await invite("fabi@turma.example")).toMatchObject({
      problem: { errors: { emails: "guests.suspended" } },
    });
  });

  test("that is revoked leaves the guest's own purchases", async () => {
    await invite("dani@turma.example");
    const link = await linkOf("dani@turma.example");
    const guest = await addConsumer(db);
    await takeAccess(services, link, guest);
    await addSale(db, { consumerId: guest, videoId: productId });
    await change({ intent: "revoke", id: link.id });
    expect(await accessOf(guest)).toBe("bought");
  });

  test("is refused to a creator whose e-mail is not confirmed, and a revocation is not", async () => {
    await invite("hugo@turma.example");
    await setRows(db, "users", { id: creatorId }, { email_verified_at: null });
    expect(await invite("iris@turma.example")).toMatchObject({
      problem: { errors: { emails: "guests.unconfirmed" } },
    });
    expect(await mailsTo("iris@turma.example")).toBe(0);
    const { id } = await linkOf("hugo@turma.example");
    expect(await change({ intent: "revoke", id })).toEqual({ ok: true, done: "revoked" });
  });

  test("is sent once per address and product, also after it was revoked", async () => {
    await invite("fabi@turma.example");
    await invite("FABI@turma.example");
    expect(await listInvitations(db, { creatorId, productId })).toHaveLength(1);
    const { id } = await linkOf("fabi@turma.example");
    await change({ intent: "revoke", id });
    expect(await invite("novo@turma.example", "Fabi@turma.example")).toMatchObject({
      problem: { errors: { emails: "guests.revokedBefore" }, gaps: { email: "Fabi@turma.example" } },
    });
    expect(await mailsTo("fabi@turma.example")).toBe(1);
    expect(await mailsTo("novo@turma.example")).toBe(0);
    productId = await addVideo(db, creatorId);
    expect(await invite("fabi@turma.example")).toMatchObject({ ok: true });
  });

  test("for another creator's video is neither created nor revoked", async () => {
    await invite("gil@turma.example");
    const { id } = await linkOf("gil@turma.example");
    const other = await addCreator(db);
    const notFound = { ok: false, error: "notFound" };
    expect(await change({ intent: "invite", emails: "x@y.example" }, other)).toEqual(notFound);
    expect(await change({ intent: "revoke", id }, other)).toEqual(notFound);
    expect(await change({ intent: "revoke", id: "x" })).toEqual(notFound);
    expect(await listInvitations(db, { creatorId: other, productId })).toEqual([]);
  });
});

describe("the limits of invitations", () => {
  const list = (name: string, number: number) =>
    Array.from({ length: number }, (_, n) => `${name}${n}@turma.example`);

  test("allow 50 guests per product, including those whose access was revoked", async () => {
    expect(await invite(...list("h", guestsPerProduct + 1))).toMatchObject({
      problem: { errors: { emails: "guests.tooMany" } },
    });
    await invite("primeira@turma.example");
    const link = await linkOf("primeira@turma.example");
    await takeAccess(services, link, await addConsumer(db));
    await change({ intent: "revoke", id: link.id });
    expect(await invite(...list("h", guestsPerProduct))).toMatchObject({ ok: false });
    expect(await invite(...list("h", guestsPerProduct - 1))).toEqual({ ok: true, done: "invited" });
  });

  test("allow 200 invitations per creator and day, including revoked ones", async () => {
    for (let round = 0; round < invitationsADay / guestsPerProduct; round += 1) {
      expect(await invite(...list(`r${round}-`, guestsPerProduct))).toMatchObject({ ok: true });
      for (const { id } of await listInvitations(db, { creatorId, productId }))
        await change({ intent: "revoke", id });
    }
    expect(await invite("mais@turma.example")).toMatchObject({
      problem: { errors: { emails: "guests.tooManyToday" } },
    });
    world.advance(24 * 60 * 60_000 + 1);
    expect(await invite("mais@turma.example")).toMatchObject({ ok: true });
  });

  test("allow 2000 invitations of all creators per day, including revoked ones", async () => {
    world.advance(24 * 60 * 60_000 + 1);
    const now = services.clock();
    const crowd = await addConfirmedCreator();
    for (let sent = 0; sent < allInvitationsADay - 1; sent += guestsPerProduct) {
      const product = await addVideo(db, crowd);
      const some = list(`t${sent}-`, Math.min(guestsPerProduct, allInvitationsADay - 1 - sent));
      await insertInvitations(db, { productId: product, emails: some, now });
    }
    expect(await invite("um@turma.example", "dois@turma.example")).toMatchObject({
      problem: { errors: { emails: "guests.fullToday" } },
    });
    expect(await invite("um@turma.example")).toMatchObject({ ok: true });
    world.advance(24 * 60 * 60_000 + 1);
    expect(await invite("dois@turma.example")).toMatchObject({ ok: true });
  });

  test.each([
    ["", "guests.needed", undefined],
    ["ana@turma.example\nturma da noite", "guests.invalid", { email: "turma" }],
  ])("refuse the list %j, which stays in the form", async (emails, error, gaps) => {
    expect(await change({ intent: "invite", emails })).toEqual({
      ok: false,
      problem: { values: { emails }, errors: { emails: error }, gaps },
    });
  });
});

describe("the link of an invitation", () => {
  const secret = "s".repeat(32);
  const link = { kind: "guest", id: "7f80f745-1d2c-4b3a-9e8f-001122334455", version: 0 } as const;
  const code = makeAccessPath(secret, link).replace("/gifts/", "");

  test("is valid with the current secret or the previous one, and with no other", () => {
    expect(readAccessCode([secret], code)).toEqual(link);
    expect(readAccessCode(["n".repeat(32), secret], code)).toEqual(link);
    expect(readAccessCode(["n".repeat(32)], code)).toBeUndefined();
  });

  test("is refused after a change of any character", () => {
    for (let at = 0; at < code.length - 1; at += 1) {
      const changed = code.slice(0, at) + (code[at] === "a" ? "b" : "a") + code.slice(at + 1);
      expect(readAccessCode([secret], changed), changed).toBeUndefined();
    }
    for (const typed of [undefined, "", "guest", code.replace("guest", "gift"), `${code}a`])
      expect(readAccessCode([secret], typed)).toBeUndefined();
  });
});

test("the nightly proof finds an access whose invitation a forger revoked", async () => {
  await invite("zeca@turma.example");
  const link = await linkOf("zeca@turma.example");
  await takeAccess(services, link, await addConsumer(db));
  await expectNoViolations(db, "access_violations");
  const forged = await findForged(
    owner,
    "access_violations",
    "SET LOCAL session_replication_role = replica",
    `UPDATE guest_invitations SET revoked_at = now() WHERE id = '${link.id}'`,
  );
  expect(forged).toEqual(["access: grant without what it is given for"]);
});
