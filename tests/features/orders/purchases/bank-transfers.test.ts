/**
 * Refunds by bank transfer: the buyer is asked for a Pix key by mail and on the purchases page, may correct it before the
 * transfer is sent, and is asked again if the bank returns it.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { listSales } from "~/features/office/sales/admin-sales.queries.server";
import { showSale } from "~/features/office/sales/show-sale.server";
import { refundSale, sendRefund, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { returnTransfer, settleTransfer } from "~/features/orders/purchases/settle-transfer.server";
import type { PurchaseView } from "~/features/orders/purchases/show-purchases.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import * as purchases from "~/routes/account/purchases";
import * as refundKey from "~/routes/account/refund-key";
import * as adminSale from "~/routes/admin/sale";
import { ask } from "../../../support/ask";
import { linkIn, mailsAbout, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { createDelivery, pay, readSale } from "../../../support/payment-scene";
import {
  makeAdmin,
  makeConsumer,
  makeCreator,
  makeVideo,
  openCheckout,
  type Person,
  signIn,
} from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { actorOf } from "../../../support/rows";
import { readInOrder, readRow, setRows } from "../../../support/tables";
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
const admin = await makeAdmin(world);
const by = actorOf(admin.userId);

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

/** Two paid boletos for one video; returns the second sale. */
async function payTwice() {
  const videoId = await makeVideo(world, await makeCreator(world));
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
  return second;
}

async function boleto() {
  const sale = await pay(world, { method: "boleto", buyer: beto });
  await deliver();
  await lookUpPayment(services, sale.saleId);
  return sale;
}

const find = async (saleId: string) => {
  const { data } = await ask(world, purchases.loader, { path: "/purchases", cookie: beto.cookie });
  return (data as { purchases: PurchaseView[] }).purchases.find(({ id }) => id === saleId);
};
const at = (saleId: string, who = beto) => ({ path: `/purchases/${saleId}/refund-key`, cookie: who.cookie });
const give = (saleId: string, form: Record<string, string>, who = beto) =>
  ask(world, refundKey.action, { ...at(saleId, who), form });
const refundsOf = (saleId: string) => readInOrder(db, "refunds", { sale_id: saleId }, ["created_at"]);
const send = (saleId: string, id: string) =>
  endTransfer(services, { id, saleId, status: "succeeded", note: "E123" }, by);
const own = (saleId: string) => ({ consumerId: beto.userId, saleId, locale: "pt" }) as const;
/** The buyer's mail that contains a text, once it is there. */
const mailWith = (said: string) =>
  vi.waitFor(
    () => {
      const mail = everyMail
        .messages()
        .find(({ to, text }) => to.includes(beto.email) && text.includes(said));
      if (!mail) throw new Error(`no mail says ${said}`);
      return mail;
    },
    { timeout: 20_000, interval: 20 },
  );
const claims = async () => ({
  counted: (await countWaiting(db, services.clock())).claims,
  listed: (await listSales(db, { filter: "claim" })).rows.map(({ id }) => id),
});
const mails = () => mailbox.messages().filter(({ to }) => to.includes(beto.email));

describe("a duplicate payment by boleto", () => {
  test("asks the buyer for a Pix key by mail and form, which reaches the administrator once", async () => {
    const saleId = await payTwice();
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

    expect(await send(saleId, refund?.id ?? "")).toBe(true);
    expect(await refundsOf(saleId)).toMatchObject([{ status: "succeeded", pix_key: null }]);
    expect(await find(saleId)).toMatchObject({ state: { kind: "refunded" }, keyNeed: undefined });
    expect(mails()).toHaveLength(1);
    await expectNoViolations(db);
  });

  test("asks by mail for another key if the first was wrong, and is sent again with it", async () => {
    const saleId = await payTwice();
    await nextMail(mailbox, beto.email);
    await give(saleId, { pixKey: "wrong@example.com" });
    const [first] = await refundsOf(saleId);
    const failed = { id: first?.id ?? "", saleId, status: "failed", note: "Chave não existe" } as const;
    world.advance(1_000);
    expect(await endTransfer(services, failed, by)).toBe(true);
    await expect.poll(() => mails().length).toBe(2);
    expect(mails().some(({ text }) => text.includes("Confira a chave"))).toBe(true);
    expect(await find(saleId)).toMatchObject({
      state: { kind: "paidTwice" },
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
    await expectNoViolations(db);
  });
});

test("the buyer is asked for a Pix key for any refund that Stripe refuses", async () => {
  const sale = await pay(world, { method: "pix", buyer: beto });
  await deliver();
  await lookUpPayment(services, sale.saleId);
  // A Pix goes back for ninety days.
  world.advance(91 * 86_400_000);
  beto = { ...beto, cookie: await signIn(world, beto.userId) };
  const outcome = await refundSale(services, refundWish(sale.saleId, by, 1000));
  expect(outcome).toMatchObject({ ok: true, progress: "byHand" });
  expect(linkIn(await nextMail(mailbox, beto.email))).toBe(`/purchases/${sale.saleId}/refund-key`);
  expect(await find(sale.saleId)).toMatchObject({ keyNeed: "waiting", keyCents: 1000 });
  expect(await sendRefund(services, outcome.ok ? outcome.refundId : "")).toBe("byHand");
  await give(sale.saleId, { pixKey: "beto@example.com" });
  expect(await refundsOf(sale.saleId)).toMatchObject([{ pix_key: "beto@example.com" }]);
});

test("the buyer is asked for a Pix key when an administrator refunds by bank transfer", async () => {
  const sale = await boleto();
  expect(await refundSale(services, refundWish(sale.saleId, by, 4990, "outside"))).toMatchObject({
    ok: true,
    progress: "byHand",
  });
  expect((await nextMail(mailbox, beto.email)).text).not.toContain("duas vezes");
  const state = { kind: "refunded", byHand: true };
  expect(await find(sale.saleId)).toMatchObject({ state, keyNeed: "waiting" });
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

describe("a returned bank transfer", () => {
  test("of a withdrawal restores the ledger; the buyer may ask again, and administrators see the debt", async () => {
    const sale = await boleto();
    const before = await readSale(world, sale.saleId);
    const { counted } = await claims();
    await withdrawFromSale(services, { ...own(sale.saleId), pixKey: "beto@example.com" });
    const [refund] = await refundsOf(sale.saleId);
    const id = refund?.id ?? "";
    const returned = { id, saleId: sale.saleId, reason: "Conta encerrada" };
    expect(await returnTransfer(services, returned, by)).toEqual({ ok: false, error: "gone" });
    expect(await send(sale.saleId, id)).toBe(true);
    expect(await readSale(world, sale.saleId)).toMatchObject({
      status: "refunded",
      accounts: { bank: 4990 },
    });
    world.advance(20 * 86_400_000);
    beto = { ...beto, cookie: await signIn(world, beto.userId) };

    expect(await returnTransfer(services, returned, by)).toEqual({ ok: true });
    expect(await returnTransfer(services, returned, by)).toEqual({ ok: false, error: "gone" });
    expect(await readSale(world, sale.saleId)).toEqual(before);
    expect((await playVideo(services, beto, sale.videoId)).access).toBe("bought");
    expect(await refundsOf(sale.saleId)).toMatchObject([
      { status: "returned", return_reason: "Conta encerrada", returned_by: admin.userId, pix_key: null },
    ]);
    expect((await showSale(services, sale.saleId))?.refunds[0]?.returned?.reason).toBe("Conta encerrada");
    expect(await find(sale.saleId)).toMatchObject({ state: { kind: "paid" }, withdrawAgain: true });
    const mail = await mailWith("devolveu");
    expect(mail.text).toContain("O banco devolveu a transferência");
    expect(await claims()).toMatchObject({ counted: counted + 1 });
    expect((await claims()).listed).toContain(sale.saleId);
    world.advance(60 * 86_400_000);
    expect((await claims()).counted).toBe(counted + 1);

    await withdrawFromSale(services, { ...own(sale.saleId), pixKey: "outra@example.com" });
    expect((await claims()).counted).toBe(counted);
    expect(await readSale(world, sale.saleId)).toMatchObject({
      status: "refunded",
      accounts: { bank: 4990 },
    });
    const [, again] = await refundsOf(sale.saleId);
    expect(await send(sale.saleId, again?.id ?? "")).toBe(true);
    await expectNoViolations(db);
  });

  test("of an administrator's refund asks the buyer for another key and sends the same part again", async () => {
    const sale = await boleto();
    const wish = refundWish(sale.saleId, by, 1000, "outside");
    const begun = await refundSale(services, wish);
    const id = begun.ok ? begun.refundId : "";
    await give(sale.saleId, { pixKey: "beto@example.com" });
    expect(await send(sale.saleId, id)).toBe(true);
    world.advance(1_000);
    const cookie = await signIn(world, admin.userId);
    const form = { intent: "returned", refundId: id, returnReason: "Conta encerrada" };
    const path = `/admin/sales/${sale.saleId}`;
    const params = { saleId: sale.saleId };
    const answered = await ask(world, adminSale.action, { path, params, cookie, form });
    expect(answered).toMatchObject({ location: path, flash: { title: "office.returnSaved" } });
    expect(await find(sale.saleId)).toMatchObject({
      keyNeed: "again",
      keyCents: 1000,
      state: { backCents: 0 },
    });
    await mailWith("O banco devolveu");
    expect(await give(sale.saleId, { pixKey: "outra@example.com" })).toMatchObject({
      flash: { title: "purchases.keyGiven" },
    });
    expect(await refundsOf(sale.saleId)).toMatchObject([
      { status: "returned" },
      { status: "requested", reason: "admin", amount_cents: 1000, pix_key: "outra@example.com" },
    ]);
    expect(await readSale(world, sale.saleId)).toMatchObject({
      status: "completed",
      accounts: { bank: 1000 },
    });
    await expectNoViolations(db);
  });
});

describe("the Pix key of an unsent bank transfer", () => {
  test("can be corrected, which is mailed, and an administrator who saw the former key is stopped", async () => {
    const sale = await boleto();
    await withdrawFromSale(services, { ...own(sale.saleId), pixKey: "wrong@example.com" });
    const shown = await find(sale.saleId);
    expect(shown).toMatchObject({ keyNeed: "change" });
    const seen = shown?.keyGivenAt ?? "";
    world.advance(1_000);
    const change = (pixKey: string) => give(sale.saleId, { pixKey, seenKeyGivenAt: seen });
    expect(await change("beto@example.com")).toMatchObject({ flash: { title: "purchases.keyGiven" } });
    // From a page that was open in another tab.
    expect(await change("third@example.com")).toMatchObject({
      flash: { title: "purchases.keyChangedTitle" },
    });
    const [refund] = await refundsOf(sale.saleId);
    expect(refund?.pix_key).toBe("beto@example.com");
    const mail = await mailWith("foi trocada");
    expect(mail.text).toContain("Se não foi você");
    const done = { id: refund?.id ?? "", saleId: sale.saleId, status: "succeeded", note: "E1" } as const;
    expect(await settleTransfer(services, { ...done, seenKeyGivenAt: new Date(seen) }, by)).toEqual({
      ok: false,
      error: "keyChanged",
    });
    expect(await send(sale.saleId, refund?.id ?? "")).toBe(true);
    expect(await give(sale.saleId, { pixKey: "late@example.com" })).toMatchObject({
      flash: { title: "purchases.keyNotNeededTitle" },
    });
  });

  test("is asked for again after an administrator's refund failed for its key, and not after one given up without a key", async () => {
    const [sale, other] = [await boleto(), await boleto()];
    for (const [{ saleId }, key] of [
      [sale, "x@example.com"],
      [other, undefined],
    ] as const) {
      const begun = await refundSale(services, refundWish(saleId, by, 500, "outside"));
      if (key) await give(saleId, { pixKey: key });
      const id = begun.ok ? begun.refundId : "";
      const failed = { id, saleId, status: "failed", note: "Chave não existe" } as const;
      expect(await endTransfer(services, failed, by)).toBe(true);
    }
    expect(await find(sale.saleId)).toMatchObject({ keyNeed: "again", keyCents: 500 });
    expect((await find(other.saleId))?.keyNeed).toBeUndefined();
    expect((await claims()).listed).not.toContain(other.saleId);
  });
});
