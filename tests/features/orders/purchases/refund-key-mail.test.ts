/** A withdrawal whose refund failed after the buyer left the page: a mail says so. */
import { afterEach, describe, expect, test } from "vitest";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import type { Locale } from "~/i18n/languages";
import { mailWriters } from "~/server/mail-writers.server";
import { asOwner } from "../../../support/as-owner";
import { linkIn, mailsAbout, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { type Bought, createDelivery, type Method, pay } from "../../../support/payment-scene";
import { actorOf } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { endTransfer, refundWish } from "../../../support/transfers";

const everyMail = await openMailbox();
const mailbox = mailsAbout(everyMail, /peça de novo|ask for it again/);
const world = await startTestWorld({
  SMTP_URL: everyMail.smtpUrl,
  MAIL_FROM: "Sabiá <nao-responda@sabia.example>",
});
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
await workQueue(world);

afterEach(() => stripe.setRefundOutcome("succeeded"));

async function bought(method: Method): Promise<Bought> {
  const sale = await pay(world, { method });
  await deliver();
  await setRows(db, "sales", { id: sale.saleId }, { payment_method: method });
  return sale;
}

function withdraw({ buyer, saleId }: Bought, locale: Locale = "pt", pixKey?: string) {
  return withdrawFromSale(services, { consumerId: buyer.userId, saleId, locale, pixKey });
}

const refundOf = ({ saleId }: Bought) => readRow(db, "refunds", { sale_id: saleId });

/** An administrator's word that the transfer to the key was not taken. */
async function failByHand(sale: Bought) {
  const { id } = await refundOf(sale);
  const failed = { id, saleId: sale.saleId, status: "failed", note: "Chave não existe" } as const;
  expect(await endTransfer(services, failed, actorOf(sale.creatorId))).toBe(true);
  return id;
}

const mailsTo = (email: string) => mailbox.messages().filter(({ to }) => to.includes(email));

test("a returned bank transfer is reported once, in the buyer's language, with the way to ask again", async () => {
  for (const [locale, subject, key] of [
    ["pt", "Não conseguimos devolver R$ 49,90: peça de novo", "Confira a chave"],
    ["en", "We could not refund R$49.90: ask for it again", "Check the key"],
  ] as const) {
    const sale = await bought("boleto");
    await withdraw(sale, locale, "beto@example.com");
    const id = await failByHand(sale);
    const mail = await nextMail(mailbox, sale.buyer.email);
    expect(mail.subject.replaceAll("\u00a0", " ")).toBe(subject);
    for (const part of [mail.text, mail.html ?? ""]) expect(part.includes(key)).toBe(true);
    expect(linkIn(mail)).toBe(`/purchases/${sale.saleId}/withdraw${locale === "en" ? "?lng=en" : ""}`);
    expect(`${mail.text}${mail.html}`.includes("beto@example.com")).toBe(false);
    const again = { id, saleId: sale.saleId, status: "failed", note: "x" } as const;
    expect(await endTransfer(services, again, actorOf(sale.creatorId))).toBe(false);
    expect(mailsTo(sale.buyer.email)).toHaveLength(1);
  }
});

describe("the mail about a failed withdrawal through Stripe", () => {
  test("is sent once if it fails days later and the webhook arrives twice", async () => {
    const sale = await bought("pix");
    expect(await withdraw(sale)).toMatchObject({ ok: true, progress: "sent" });
    const refund = stripe.refunds().find(({ payment_intent }) => payment_intent === sale.paymentId);
    await stripe.settleRefund(refund?.id ?? "", "failed");
    await deliver();
    const mail = await nextMail(mailbox, sale.buyer.email);
    expect(mail.text.includes("O banco ou o cartão não aceitou o valor.")).toBe(true);
    expect(await refundOf(sale)).toMatchObject({ status: "failed", failure: "unknown" });
    await asOwner(db, "DELETE FROM payment_events");
    await createDelivery(world)();
    expect(mailsTo(sale.buyer.email)).toHaveLength(1);
  });

  test("is the only one if it fails at once, and the cause is stored", async () => {
    const sale = await bought("card");
    stripe.setRefundOutcome("failed");
    expect(await withdraw(sale)).toMatchObject({ ok: false, error: "refused", failure: "unknown" });
    expect(await refundOf(sale)).toMatchObject({ status: "failed", failure: "unknown" });
    await nextMail(mailbox, sale.buyer.email);
  });
});

test("the buyer gets no mail about a refused refund of an administrator", async () => {
  const [sale, withdrawn] = [await bought("card"), await bought("card")];
  stripe.setRefundOutcome("failed");
  const refused = await refundSale(services, refundWish(sale.saleId, actorOf(sale.creatorId)));
  expect(refused).toMatchObject({ ok: false, error: "refused" });
  await withdraw(withdrawn);
  await nextMail(mailbox, withdrawn.buyer.email);
  expect(mailsTo(sale.buyer.email)).toEqual([]);
});

test("a buyer who has asked again meanwhile gets no mail about the first withdrawal", async () => {
  const sale = await bought("boleto");
  await withdraw(sale, "pt", "beto@example.com");
  const refundId = await failByHand(sale);
  await nextMail(mailbox, sale.buyer.email);
  expect(await withdraw(sale, "pt", "ana@example.com")).toMatchObject({ ok: true });
  const key = `withdrawalFailed:${refundId}`;
  await setRows(db, "mails", { key }, { status: "waiting", ended_at: null, handed_over_at: null });
  const { id: mailId } = await readRow(db, "mails", { key }, "id");
  await sendMail(services, mailWriters, { mailId });
  expect(mailsTo(sale.buyer.email)).toHaveLength(1);
});
