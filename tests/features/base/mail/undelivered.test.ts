/** Rejected mails: shown to the person, on the sale's page and among what needs attention, until one is accepted. */
import { expect, test } from "vitest";
import { findAccountPage } from "~/features/base/accounts/profile.queries.server";
import { endMail } from "~/features/base/mail/mails.queries.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import { loadAttention } from "~/features/office/dashboard/admin-dashboard.server";
import { sendReceiptAgain } from "~/features/office/sales/send-receipt-again.server";
import { showSale } from "~/features/office/sales/show-sale.server";
import { actorOf, addConsumer, addCreator, addSale, addUser, addVideo } from "../../../support/rows";
import { readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db, clock } = services;
const failure = "550 5.1.1 no such user";

async function makeSale() {
  const consumerId = await addConsumer(db);
  const saleId = await addSale(db, { consumerId, videoId: await addVideo(db, await addCreator(db)) });
  const { email } = await readRow(db, "users", { id: consumerId }, "email");
  return { consumerId, saleId, email };
}

const lastMail = async (saleId: string) =>
  (await readInOrder(db, "mails", { sale_id: saleId }, ["created_at"], "id")).at(-1)?.id ?? "";
/** Posts a sale's receipt, which the buyer's mail server rejects. */
async function postRejected({ consumerId, saleId, email }: Awaited<ReturnType<typeof makeSale>>) {
  await postMail(db, { kind: "receipt", key: `receipt:${saleId}`, to: { userId: consumerId }, saleId });
  await endMail(db, { id: await lastMail(saleId), now: clock(), status: "refused", failure, to: email });
}

const isWarned = async (userId: string) =>
  (await findAccountPage(db, { userId, now: clock() }))?.mail_refused;

const waitingMails = async () =>
  (await loadAttention(services)).items.filter(({ kind }) => kind === "undelivered");

test("an undelivered receipt is listed until another one is accepted, and one of two presses sends it again", async () => {
  const sale = await makeSale();
  const { consumerId, saleId, email } = sale;
  const by = actorOf(await addUser(db));
  await postRejected(sale);
  expect(await isWarned(consumerId)).toBe(true);
  expect(await waitingMails()).toEqual([{ kind: "undelivered", count: 1, to: `/admin/sales/${saleId}` }]);
  const shown = await showSale(services, saleId);
  expect(shown?.mails).toMatchObject([{ kind: "receipt", status: "refused", failure }]);
  expect(shown?.mails[0]?.to).not.toContain(email.split("@")[0]);

  const press = () => sendReceiptAgain(services, { saleId, seen: shown?.receipts ?? 0, by });
  const pressed = await Promise.all([press(), press()]);
  expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await showSale(services, saleId))?.mails.map(({ status }) => status)).toEqual([
    "refused",
    "waiting",
  ]);
  const noted = await readRows(db, "audit_entries", { target_id: saleId }, "action");
  expect(noted).toEqual([{ action: "receiptSentAgain" }]);

  world.advance(1_000);
  await endMail(db, { id: await lastMail(saleId), now: clock(), status: "sent" });
  expect(await isWarned(consumerId)).toBe(false);
  expect(await waitingMails()).toEqual([]);
});

test("a person who changed the address gets no warning, and an unpaid sale has no receipt", async () => {
  const sale = await makeSale();
  const { consumerId } = sale;
  await postRejected(sale);
  await setRows(db, "users", { id: consumerId }, { email: "new@example.com" });
  expect(await isWarned(consumerId)).toBe(false);
  const videoId = await addVideo(db, await addCreator(db));
  const unpaid = await addSale(db, { consumerId, videoId, status: "pending" });
  const again = { saleId: unpaid, seen: 0, by: actorOf(await addUser(db)) };
  expect(await sendReceiptAgain(services, again)).toEqual({ ok: false, error: "notPaid" });
});
