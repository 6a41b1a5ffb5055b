/** Messages to the operator from the help page: one mail each, with context, limited, answered to the sender. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { sendSupport, supportLimit } from "~/features/entrance/law/send-support.server";
import { supportForm } from "~/features/entrance/law/support-form";
import type { Mail } from "~/integrations/mail/mail";
import { mailWriters } from "~/server/mail-writers.server";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld({ SUPPORT_EMAIL: "ajuda@sabia.example" });
const { services } = world;
const { db } = services;

beforeEach(() => db.deleteFrom("mails").execute());

let addresses = 0;
const person = (more: { userId?: string; address?: string } = {}) => {
  addresses += 1;
  const sender = { userId: undefined, locale: "en", browser: "Firefox" } as const;
  return { ...sender, address: `10.0.0.${addresses}`, ...more };
};
const filled = (more: Record<string, string> = {}) =>
  supportForm.parse({ id: randomUUID(), email: "ana@example.com", message: "Oi.\nNão abre.", ...more });
const mails = () => readRows(db, "mails", {}, "id", "email", "kind", "facts");

/** Sends the one mail that waits and returns it. */
async function sendWaiting(): Promise<Mail> {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  const [mail] = await mails();
  await sendMail({ ...services, mailer }, mailWriters, { mailId: mail?.id ?? "" });
  const [first] = sent;
  if (!first) throw new Error("no mail was sent");
  return first;
}

test("a support message becomes one mail to the support address with the sender as reply address, also if the form is sent twice", async () => {
  const form = filled({ code: "req-7" });
  expect(await sendSupport(services, form, person())).toEqual({ ok: true });
  expect(await sendSupport(services, form, person())).toEqual({ ok: true });
  expect(await mails()).toHaveLength(1);
  const mail = await sendWaiting();
  expect(mail).toMatchObject({ to: "ajuda@sabia.example", replyTo: "ana@example.com" });
  expect(mail.text).toContain("Não abre.");
  expect(mail.text).toContain("req-7");
  expect(mail.text).toContain("Firefox");
  // Once it is sent, what was written is kept in the mailbox alone.
  const [kept] = await mails();
  expect(kept?.facts).toMatchObject({ email: "ana@example.com" });
  expect(kept?.facts).not.toHaveProperty("message");
});

test("a support message of a signed-in person names the account and links to the sale it mentions", async () => {
  const userId = await addConsumer(db);
  const saleId = await addSale(db, { consumerId: userId, videoId: await addVideo(db, await addCreator(db)) });
  const { purchase_number: purchase } = await readRow(db, "sales", { id: saleId }, "purchase_number");
  await sendSupport(services, filled({ purchase: purchase.toLowerCase() }), person({ userId }));
  const [mail] = await mails();
  expect(mail?.facts).toMatchObject({ ownerId: userId, namedSaleId: saleId });
  expect((await sendWaiting()).text).toContain(`/admin/sales/${saleId}`);
});

test("a bot that fills in the hidden field gets the usual response and sends nothing", async () => {
  const form = filled({ website: "https://spam.example" });
  expect(await sendSupport(services, form, person())).toEqual({ ok: true });
  expect(await mails()).toEqual([]);
});

test("one address sends a limited number of support messages per hour", async () => {
  const address = "10.1.0.1";
  for (let sent = 0; sent < supportLimit.tries; sent += 1)
    expect(await sendSupport(services, filled(), person({ address }))).toEqual({ ok: true });
  const refused = await sendSupport(services, filled(), person({ address }));
  expect(refused).toMatchObject({ ok: false, error: "tooMany" });
  expect(await sendSupport(services, filled(), person())).toEqual({ ok: true });
});
