/** Refunds by bank transfer: the buyer is asked for a Pix key by mail and on the purchases page. */
import { beforeEach, describe, expect, test } from "vitest";
import { showSale } from "~/features/office/sales/show-sale.server";
import { refundSale, sendRefund } from "~/features/orders/purchases/refund-sale.server";
import type { PurchaseView } from "~/features/orders/purchases/show-purchases.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import * as purchases from "~/routes/account/purchases";
import * as refundKey from "~/routes/account/refund-key";
import { ask } from "../../../support/ask";
import { linkIn, mailsAbout, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { createDelivery, pay, readSale, readViolations } from "../../../support/payment-scene";
import {
  makeConsumer,
  makeCreator,
  makeVideo,
  openCheckout,
  type Person,
  signIn,
} from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { endTransfer, refundWish } from "../../../support/transfers";

const everyMail = await openMailbox();
const mailbox = mailsAbout(everyMail, /chave Pix|Pix key/i);
const world = await startTestWorld({
  SMTP_URL: everyMail.smtpUrl,
  MAIL_FROM: "Sabiá <nao-responda@sabia.example>",
});
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
await workQueue(world);

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

/** Two paid boletos for one video; returns the second sale. */
async function payTwice() {
  const creator = await makeCreator(world);
  const videoId = await makeVideo(world, creator);
  const sessions: string[] = [];
  for (const _ of [1, 2]) {
    const checkoutId = await openCheckout(world, beto, videoId);
    await stripe.pay(checkoutId, { method: "boleto", outcome: "later" });
    await deliver();
    // The first is given up here, and paid all the same.
    await setRows(db, "sales", { provider_checkout_id: checkoutId }, { status: "failed" });
    sessions.push(checkoutId);
  }
  const { id: second } = await readRow(db, "sales", { provider_checkout_id: sessions[1] ?? "" }, "id");
  await setRows(db, "sales", { consumer_id: beto.userId }, { payment_method: "boleto" });
  for (const checkoutId of sessions) {
    await stripe.settle(checkoutId, "succeeded");
    await deliver();
  }
  expect(await readSale(world, second)).toMatchObject({ status: "refunded", duplicate: true });
  return { saleId: second, admin: actorOf(creator.userId) };
}

const find = async (saleId: string) => {
  const { data } = await ask(world, purchases.loader, { path: "/purchases", cookie: beto.cookie });
  return (data as { purchases: PurchaseView[] }).purchases.find(({ id }) => id === saleId);
};
const at = (saleId: string, who = beto) => ({ path: `/purchases/${saleId}/refund-key`, cookie: who.cookie });
const give = (saleId: string, form: Record<string, string>, who = beto) =>
  ask(world, refundKey.action, { ...at(saleId, who), form });
const refundsOf = (saleId: string) =>
  db
    .selectFrom("refunds")
    .select(["id", "status", "channel", "reason", "pix_key", "amount_cents"])
    .where("sale_id", "=", saleId)
    .orderBy("created_at")
    .execute();
const mails = () => mailbox.messages().filter(({ to }) => to.includes(beto.email));

describe("a duplicate payment by boleto", () => {
  test("asks the buyer for a Pix key by mail and form, which reaches the administrator once", async () => {
    const { saleId, admin } = await payTwice();
    const mail = await nextMail(mailbox, beto.email);
    expect(mail.subject.replaceAll("\u00a0", " ")).toBe(
      "Informe sua chave Pix para receber R$ 49,90 de volta",
    );
    expect(mail.text).toContain("Você pagou duas vezes");
    expect(linkIn(mail)).toBe(`/purchases/${saleId}/refund-key`);
    expect(await find(saleId)).toMatchObject({ state: { kind: "paidTwice" }, keyNeed: "waiting" });
    expect((await ask(world, refundKey.loader, at(saleId))).data).toMatchObject({
      keyNeed: "waiting",
      keyCents: 4990,
      paidTwice: true,
    });

    expect(await give(saleId, { pixKey: "beto" })).toMatchObject({
      status: 400,
      data: { problem: { errors: { pixKey: "pix.unknown" }, values: { pixKey: "beto" } } },
    });
    expect(await give(saleId, { pixKey: "beto@example.com" }, await makeConsumer(world))).toMatchObject({
      status: 404,
    });
    const [one, two] = await Promise.all([
      give(saleId, { pixKey: "beto@example.com" }),
      give(saleId, { pixKey: "other@example.com" }),
    ]);
    expect([one?.flash?.title, two?.flash?.title].sort()).toEqual([
      "purchases.keyGiven",
      "purchases.keyNotNeededTitle",
    ]);
    const [refund, ...others] = await refundsOf(saleId);
    expect(others).toEqual([]);
    expect((await showSale(services, saleId))?.refunds[0]?.pixKey).toBe(refund?.pix_key);
    expect(await find(saleId)).toMatchObject({ state: { kind: "paidTwice" }, keyNeed: "change" });

    const sent = { id: refund?.id ?? "", saleId, status: "succeeded", note: "E123" } as const;
    expect(await endTransfer(services, sent, admin)).toBe(true);
    expect(await refundsOf(saleId)).toMatchObject([{ status: "succeeded", pix_key: null }]);
    expect(await find(saleId)).toMatchObject({ state: { kind: "refunded" }, keyNeed: undefined });
    expect(mails()).toHaveLength(1);
    expect(await readViolations(world)).toEqual([]);
  });

  test("asks by mail for another key if the first was wrong, and is sent again with it", async () => {
    const { saleId, admin } = await payTwice();
    await nextMail(mailbox, beto.email);
    await give(saleId, { pixKey: "wrong@example.com" });
    const [first] = await refundsOf(saleId);
    const failed = { id: first?.id ?? "", saleId, status: "failed", note: "Chave não existe" } as const;
    world.advance(1_000);
    expect(await endTransfer(services, failed, admin)).toBe(true);
    await expect.poll(() => mails().length).toBe(2);
    expect(mails().some(({ text }) => text.includes("Confira a chave"))).toBe(true);
    expect(await find(saleId)).toMatchObject({ state: { kind: "paidTwice" }, keyNeed: "again" });
    expect((await ask(world, refundKey.loader, at(saleId))).data).toMatchObject({
      keyNeed: "again",
      keyCents: 4990,
    });
    expect(await give(saleId, { pixKey: "beto@example.com" })).toMatchObject({ location: "/purchases" });
    expect(await refundsOf(saleId)).toMatchObject([
      { status: "failed", pix_key: null },
      {
        status: "requested",
        channel: "outside",
        reason: "duplicate",
        pix_key: "beto@example.com",
        amount_cents: 4990,
      },
    ]);
    expect((await readSale(world, saleId)).accounts).not.toHaveProperty("buyer");
    expect(mails()).toHaveLength(2);
    expect(await readViolations(world)).toEqual([]);
  });
});

test("the buyer is asked for a Pix key for any refund that Stripe refuses", async () => {
  const sale = await pay(world, { method: "pix", buyer: beto });
  await deliver();
  await lookUpPayment(services, sale.saleId);
  // A Pix goes back for ninety days.
  world.advance(91 * 86_400_000);
  beto = { ...beto, cookie: await signIn(world, beto.userId) };
  const by = actorOf(sale.creatorId);
  const wish = refundWish(sale.saleId, by, 1000, "provider");
  const outcome = await refundSale(services, wish);
  expect(outcome).toMatchObject({ ok: true, progress: "byHand" });
  expect(linkIn(await nextMail(mailbox, beto.email))).toBe(`/purchases/${sale.saleId}/refund-key`);
  expect(await find(sale.saleId)).toMatchObject({ keyNeed: "waiting", keyCents: 1000 });
  expect(await sendRefund(services, outcome.ok ? outcome.refundId : "")).toBe("byHand");
  await give(sale.saleId, { pixKey: "beto@example.com" });
  expect(await refundsOf(sale.saleId)).toMatchObject([{ pix_key: "beto@example.com" }]);
});

test("the buyer is asked for a Pix key when an administrator refunds by bank transfer", async () => {
  const sale = await pay(world, { method: "boleto", buyer: beto });
  await deliver();
  await lookUpPayment(services, sale.saleId);
  const by = actorOf(sale.creatorId);
  const wish = refundWish(sale.saleId, by, 4990, "outside");
  expect(await refundSale(services, wish)).toMatchObject({ ok: true, progress: "byHand" });
  expect((await nextMail(mailbox, beto.email)).text).not.toContain("duas vezes");
  expect(await find(sale.saleId)).toMatchObject({
    state: { kind: "refunded", byHand: true },
    keyNeed: "waiting",
  });
});

test("a purchase without an owed refund has no form and stores no key", async () => {
  const sale = await pay(world, { buyer: beto });
  await deliver();
  expect((await ask(world, refundKey.loader, at(sale.saleId))).data).toMatchObject({ keyNeed: undefined });
  expect(await give(sale.saleId, { pixKey: "beto@example.com" })).toMatchObject({
    flash: { title: "purchases.keyNotNeededTitle" },
  });
  expect(await refundsOf(sale.saleId)).toEqual([]);
});
