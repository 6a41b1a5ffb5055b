/** Refunds by bank transfer that the bank returns, and Pix keys that the buyer corrects before they are sent. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { listSales } from "~/features/office/sales/admin-sales.queries.server";
import { showSale } from "~/features/office/sales/show-sale.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { returnTransfer, settleTransfer } from "~/features/orders/purchases/settle-transfer.server";
import type { PurchaseView } from "~/features/orders/purchases/show-purchases.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import * as purchases from "~/routes/account/purchases";
import * as refundKey from "~/routes/account/refund-key";
import * as adminSale from "~/routes/admin/sale";
import { openAsOwner } from "../../../support/as-owner";
import { ask } from "../../../support/ask";
import { mailsAbout, openMailbox, workQueue } from "../../../support/mails";
import { createDelivery, pay, readSale, readViolations } from "../../../support/payment-scene";
import { makeAdmin, makeConsumer, type Person, signIn } from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { readInOrder, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { endTransfer, refundWish } from "../../../support/transfers";

const everyMail = await openMailbox();
const mailbox = mailsAbout(everyMail, /chave Pix|devolver|devolvemos/i);
const world = await startTestWorld({
  SMTP_URL: everyMail.smtpUrl,
  MAIL_FROM: "Sabiá <nao-responda@sabia.example>",
});
const { services } = world;
const { db } = services;
const deliver = createDelivery(world);
await workQueue(world);

const admin = await makeAdmin(world);
const by = actorOf(admin.userId);

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

async function boleto() {
  const sale = await pay(world, { method: "boleto", buyer: beto });
  await deliver();
  await lookUpPayment(services, sale.saleId);
  return sale;
}
const refundsOf = (saleId: string) => readInOrder(db, "refunds", { sale_id: saleId }, ["created_at", "id"]);
const find = async (saleId: string) => {
  const { data } = await ask(world, purchases.loader, { path: "/purchases", cookie: beto.cookie });
  return (data as { purchases: PurchaseView[] }).purchases.find(({ id }) => id === saleId);
};
const give = (saleId: string, form: Record<string, string>) =>
  ask(world, refundKey.action, { path: `/purchases/${saleId}/refund-key`, cookie: beto.cookie, form });
const send = (saleId: string, id: string) =>
  endTransfer(services, { id, saleId, status: "succeeded", note: "E123" }, by);
const own = (saleId: string) => ({ consumerId: beto.userId, saleId, locale: "pt" }) as const;
/** The buyer's mail that contains a text, once it is there. */
const mailWith = (said: string) =>
  vi.waitFor(
    () => {
      const mail = mailbox.messages().find(({ to, text }) => to.includes(beto.email) && text.includes(said));
      if (!mail) throw new Error(`no mail says ${said}`);
      return mail;
    },
    { timeout: 20_000, interval: 20 },
  );
const claims = async () => ({
  counted: (await countWaiting(db, services.clock())).claims,
  listed: (await listSales(db, { filter: "claim" })).rows.map(({ id }) => id),
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
    // Not for a while only: it is owed.
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
    expect(await readViolations(world)).toEqual([]);
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
    const answered = await ask(world, adminSale.action, {
      path,
      params: { saleId: sale.saleId },
      cookie,
      form,
    });
    expect(answered).toMatchObject({ location: path, flash: { title: "office.returnSaved" } });
    expect(await find(sale.saleId)).toMatchObject({
      keyNeed: "again",
      keyCents: 1000,
      state: { backCents: 0 },
    });
    await expect
      .poll(
        () =>
          mailbox
            .messages()
            .filter(({ to, text }) => to.includes(beto.email) && text.includes("O banco devolveu")).length,
      )
      .toBe(1);
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
    expect(await readViolations(world)).toEqual([]);
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
      expect(
        await endTransfer(services, { id, saleId, status: "failed", note: "Chave não existe" }, by),
      ).toBe(true);
    }
    expect(await find(sale.saleId)).toMatchObject({ keyNeed: "again", keyCents: 500 });
    expect((await find(other.saleId))?.keyNeed).toBeUndefined();
    expect((await claims()).listed).not.toContain(other.saleId);
  });
});

test("the database refuses a transfer recorded as sent with neither a key nor a reason", async () => {
  const sale = await boleto();
  const wish = refundWish(sale.saleId, by, 4990, "outside");
  const begun = await refundSale(services, wish);
  const owner = await openAsOwner(db);
  const forged = setRows(owner, "refunds", { id: begun.ok ? begun.refundId : "" }, { status: "succeeded" });
  await expect(forged).rejects.toThrow("refunds_sent_with_key_check");
});
