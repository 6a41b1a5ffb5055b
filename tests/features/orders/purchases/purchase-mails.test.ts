/** Which mails a purchase brings, by what happens to it at the local Stripe, and what they say. */
import { expect, test } from "vitest";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { refundSale } from "~/features/orders/purchases/refund-sale.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { mailWriters } from "~/server/mail-writers.server";
import { asOwner } from "../../../support/as-owner";
import { openMailbox } from "../../../support/mails";
import { createDelivery, pay, payLater } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo } from "../../../support/people";
import { actorOf, addCourse } from "../../../support/rows";
import { addRows, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl, SUPPORT_EMAIL: "ajuda@sabia.example" });
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

const plain = (text: string) => text.replaceAll("\u00a0", " ");

/**
 * Sends a person's waiting mails, whenever they are due, oldest first. Returns the subjects; "–" for one that was
 * skipped.
 */
async function sendAll(userId: string): Promise<string[]> {
  const waiting = await db
    .selectFrom("mails")
    .select(["id", "kind"])
    .where("user_id", "=", userId)
    .where("status", "=", "waiting")
    .where("kind", "!=", "newSignIn")
    .orderBy("created_at")
    .orderBy("kind")
    .execute();
  const told: string[] = [];
  for (const { id, kind } of waiting) {
    mailbox.clear();
    await sendMail(services, mailWriters, { mailId: id });
    const [mail] = mailbox.messages();
    told.push(`${kind}: ${mail ? plain(mail.subject) : "–"}`);
    if (mail) expect(mail.html).not.toMatch(/(buyerMails|creatorMails|mails)\.\w/);
  }
  return told;
}

/** Sends a person's waiting mails, and returns their texts by kind. */
async function textsOf(userId: string): Promise<Record<string, string>> {
  const waiting = await readRows(db, "mails", { user_id: userId, status: "waiting" }, "id", "kind");
  const texts: Record<string, string> = {};
  for (const { id, kind } of waiting) {
    mailbox.clear();
    await sendMail(services, mailWriters, { mailId: id });
    texts[kind] = plain(mailbox.messages()[0]?.text ?? "");
  }
  return texts;
}

test("a card payment mails one receipt to the buyer, and the first and later sales to the creator", async () => {
  const one = await pay(world);
  await deliver();
  const two = await pay(world, { videoId: one.videoId, creatorId: one.creatorId });
  await deliver();
  await asOwner(db, "DELETE FROM payment_events");
  await createDelivery(world)();
  expect(await sendAll(one.buyer.userId)).toEqual([
    "leftWithoutPaying: –",
    "receipt: Recibo da sua compra: Pão de queijo",
  ]);
  const [receipt] = mailbox.messages();
  for (const text of [
    "R$ 49,90",
    "Pão de queijo",
    one.saleId,
    `/purchases/${one.saleId}/receipt`,
    "desistir até",
  ])
    expect(plain(receipt?.text ?? "")).toContain(text);
  expect(await sendAll(two.buyer.userId)).toHaveLength(2);
  expect(await sendAll(one.creatorId)).toEqual([
    "firstSale: Sua primeira venda no Sabiá",
    "sale: Nova venda: Pão de queijo",
  ]);
});

test("a creator who wants one mail a day gets the day's sum; one who wants none gets none", async () => {
  const { userId: creatorId } = await makeCreator(world);
  const videoId = await makeVideo(world, { userId: creatorId });
  const choose = (value: "daily" | "none") =>
    db
      .insertInto("mail_choices")
      .values({ user_id: creatorId, choice: "sales", value })
      .onConflict((conflict) => conflict.columns(["user_id", "choice"]).doUpdateSet({ value }))
      .execute();
  await choose("daily");
  for (let n = 0; n < 3; n += 1) await pay(world, { videoId, creatorId });
  await deliver();
  const told = await sendAll(creatorId);
  expect(told[0]).toBe("firstSale: Sua primeira venda no Sabiá");
  expect(told[1]).toMatch(/^salesOfDay: 3 vendas em \d\d\/\d\d\/\d{4}$/);
  expect(plain(mailbox.messages()[0]?.text ?? "")).toContain("Sua parte: R$ 127,23");
  await choose("none");
  await pay(world, { videoId, creatorId });
  await deliver();
  expect(await sendAll(creatorId)).toEqual([]);
});

test("a boleto mails its code and a reminder, and after expiry that nothing was charged", async () => {
  const { saleId, checkoutId, buyer } = await payLater(world, deliver, "boleto");
  await lookUpPayment(services, saleId);
  await lookUpPayment(services, saleId);
  expect(await sendAll(buyer.userId)).toEqual([
    "leftWithoutPaying: –",
    "paymentReminder: Seu boleto vence em breve: Pão de queijo",
    "paymentWaiting: Seu boleto: Pão de queijo",
  ]);
  const { awaiting_code: code } = await readRow(db, "sales", { id: saleId }, "awaiting_code");
  expect(mailbox.messages()[0]?.text).toContain(code);
  await stripe.settle(checkoutId, "failed");
  await deliver();
  expect(await sendAll(buyer.userId)).toEqual([
    "paymentFailed: O pagamento não foi concluído: Pão de queijo",
  ]);
});

test("a checkout that was never paid has one reminder per person and video, unless bought", async () => {
  const buyer = await makeConsumer(world);
  const videoId = await makeVideo(world, await makeCreator(world));
  for (let times = 0; times < 2; times += 1)
    await buyVideo(services, { userId: buyer.userId, email: buyer.email }, videoId, "en");
  expect(await sendAll(buyer.userId)).toEqual([
    "leftWithoutPaying: You left a video for later: Pão de queijo",
  ]);
});

test("a refund is mailed as done, or first as pending and then as failed", async () => {
  const sale = await pay(world);
  await deliver();
  await sendAll(sale.buyer.userId);
  const refund = (amountCents: number, seenBackCents: number) =>
    refundSale(services, {
      saleId: sale.saleId,
      amountCents,
      seenBackCents,
      channel: "provider",
      by: actorOf(sale.creatorId),
      note: "Pedido",
    });
  await refund(1000, 0);
  await deliver();
  expect(await sendAll(sale.buyer.userId)).toEqual(["refundOnItsWay: –", "refundDone: Devolvemos R$ 10,00"]);
  stripe.setRefundOutcome("pending");
  await refund(2000, 1000);
  await deliver();
  expect(await sendAll(sale.buyer.userId)).toEqual([
    "refundOnItsWay: Seu reembolso de R$ 20,00 está a caminho",
  ]);
  const { id } = stripe.refunds().find(({ amount }) => amount === 2000) ?? { id: "" };
  await stripe.settleRefund(id, "failed");
  await deliver();
  expect(await sendAll(sale.buyer.userId)).toEqual(["refundFailed: Não conseguimos devolver R$ 20,00"]);
  stripe.setRefundOutcome("succeeded");
});

test("a dispute suspends access, and winning it restores access", async () => {
  const sale = await pay(world);
  await deliver();
  await sendAll(sale.buyer.userId);
  const opened = await stripe.openDispute(sale.paymentId);
  await deliver();
  expect(await sendAll(sale.buyer.userId)).toEqual([
    "accessSuspended: Acesso suspenso por uma contestação: Pão de queijo",
  ]);
  const disputeId =
    stripe.disputes().find(({ payment_intent }) => payment_intent === sale.paymentId)?.id ?? "";
  expect(opened).toBeTruthy();
  await stripe.moveDispute(disputeId, "won");
  await deliver();
  expect(await sendAll(sale.buyer.userId)).toEqual(["accessBack: Seu acesso voltou: Pão de queijo"]);
});

test("the mails about a course call it a course, and those about a video a video", async () => {
  const creator = await makeCreator(world);
  const lessonId = await makeVideo(world, creator);
  const now = new Date(services.clock().getTime() - 60_000);
  const courseId = await addCourse(db, creator.userId, [lessonId], { title: "Pães da semana", now });
  const ofLesson = await pay(world, { videoId: lessonId, creatorId: creator.userId });
  const ofCourse = await pay(world, { videoId: courseId, creatorId: creator.userId });
  await deliver();
  await sendAll(ofLesson.buyer.userId);
  expect(mailbox.messages()[0]?.text).toContain("Vídeo: Pão de queijo");
  await sendAll(ofCourse.buyer.userId);
  expect(mailbox.messages()[0]?.text).toContain("Curso: Pães da semana");
});

test("a receipt that leaves after the refund does not say that the video is the buyer's, nor how to withdraw", async () => {
  const sale = await pay(world);
  await deliver();
  await refundSale(services, {
    saleId: sale.saleId,
    amountCents: 4990,
    seenBackCents: 0,
    channel: "provider",
    by: actorOf(sale.creatorId),
    note: "Pedido",
  });
  await deliver();
  const mails = await textsOf(sale.buyer.userId);
  expect(mails.receipt).toContain("Depois, esta compra foi reembolsada");
  expect(mails.receipt).not.toMatch(/é seu|desistir até|\/watch\//);
});

test("a mail about a dispute says nothing of suspended access where another purchase gives it", async () => {
  const creator = await makeCreator(world);
  const lessonId = await makeVideo(world, creator);
  const now = new Date(services.clock().getTime() - 60_000);
  const courseId = await addCourse(db, creator.userId, [lessonId], { title: "Pães da semana", now });
  const lesson = await pay(world, { videoId: lessonId, creatorId: creator.userId });
  await deliver();
  const invitation = { product_id: courseId, email: lesson.buyer.email, created_at: now };
  await addRows(db, "guest_invitations", invitation);
  await db
    .updateTable("guest_invitations")
    .set({ taken_by: lesson.buyer.userId, taken_at: now })
    .where("product_id", "=", courseId)
    .execute();
  await stripe.openDispute(lesson.paymentId);
  await deliver();
  expect((await sendAll(lesson.buyer.userId)).filter((told) => told.startsWith("accessSuspended"))).toEqual([
    "accessSuspended: –",
  ]);
});

test("a failed payment of a video that left the shop does not lead to buying it again", async () => {
  const { saleId, checkoutId, buyer } = await payLater(world, deliver, "boleto");
  await lookUpPayment(services, saleId);
  await stripe.settle(checkoutId, "failed");
  await deliver();
  const { video_id } = await readRow(db, "sales", { id: saleId }, "video_id");
  await setRows(db, "videos", { id: video_id }, { deleted_at: services.clock() });
  const { paymentFailed } = await textsOf(buyer.userId);
  expect(paymentFailed).toContain("Não está mais à venda.");
  expect(paymentFailed).not.toContain("compre de novo");
});
