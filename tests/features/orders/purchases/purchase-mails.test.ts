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
import { addRows, readInOrder, readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { refundWish } from "../../../support/transfers";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl, SUPPORT_EMAIL: "ajuda@sabia.example" });
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

const plain = (text: string) => text.replaceAll("\u00a0", " ");

/** Sends a person's waiting mails, due or not, oldest first. The subject "–" means that one was skipped. */
async function sendAll(userId: string) {
  const waiting = { user_id: userId, status: "waiting" } as const;
  const sent: { kind: string; subject: string; text: string }[] = [];
  for (const { id, kind } of await readInOrder(db, "mails", waiting, ["created_at", "kind"], "id", "kind")) {
    if (kind === "newSignIn") continue;
    mailbox.clear();
    await sendMail(services, mailWriters, { mailId: id });
    const [mail] = mailbox.messages();
    if (mail) expect(mail.html).not.toMatch(/(buyerMails|creatorMails|mails)\.\w/);
    sent.push({ kind, subject: plain(mail?.subject ?? "–"), text: plain(mail?.text ?? "") });
  }
  return sent;
}

const subjectsTo = async (userId: string) =>
  (await sendAll(userId)).map(({ kind, subject }) => `${kind}: ${subject}`);
const textTo = async (userId: string, kind: string) =>
  (await sendAll(userId)).find((mail) => mail.kind === kind)?.text;

test("a card payment mails one receipt to the buyer, and the first and later sales to the creator", async () => {
  const one = await pay(world);
  await deliver();
  const two = await pay(world, { videoId: one.videoId, creatorId: one.creatorId });
  await deliver();
  await asOwner(db, "DELETE FROM payment_events");
  await createDelivery(world)();
  const sent = await sendAll(one.buyer.userId);
  expect(sent.map(({ kind, subject }) => [kind, subject])).toEqual([
    ["leftWithoutPaying", "–"],
    ["receipt", "Recibo da sua compra: Pão de queijo"],
  ]);
  for (const text of ["R$ 49,90", "Pão de queijo", `/purchases/${one.saleId}/receipt`, "desistir até"])
    expect(sent[1]?.text).toContain(text);
  expect(await sendAll(two.buyer.userId)).toHaveLength(2);
  expect(await subjectsTo(one.creatorId)).toEqual([
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
  const [first, ofDay] = await sendAll(creatorId);
  expect(first?.kind).toBe("firstSale");
  expect(ofDay?.subject).toMatch(/^3 vendas em \d\d\/\d\d\/\d{4}$/);
  expect(ofDay?.text).toContain("Sua parte: R$ 127,23");
  await choose("none");
  await pay(world, { videoId, creatorId });
  await deliver();
  expect(await sendAll(creatorId)).toEqual([]);
});

test("a boleto mails its code and a reminder, and after expiry that nothing was charged", async () => {
  const { saleId, checkoutId, buyer } = await payLater(world, deliver, "boleto");
  await lookUpPayment(services, saleId);
  await lookUpPayment(services, saleId);
  const { awaiting_code: code } = await readRow(db, "sales", { id: saleId }, "awaiting_code");
  expect(await sendAll(buyer.userId)).toMatchObject([
    { kind: "leftWithoutPaying", subject: "–" },
    { kind: "paymentReminder", subject: "Seu boleto vence em breve: Pão de queijo" },
    { kind: "paymentWaiting", text: expect.stringContaining(code ?? "no code") },
  ]);
  await stripe.settle(checkoutId, "failed");
  await deliver();
  expect(await subjectsTo(buyer.userId)).toEqual([
    "paymentFailed: O pagamento não foi concluído: Pão de queijo",
  ]);
});

test("a checkout that was never paid has one reminder per person and video", async () => {
  const buyer = await makeConsumer(world);
  const videoId = await makeVideo(world, await makeCreator(world));
  for (let times = 0; times < 2; times += 1) await buyVideo(services, buyer, videoId, "en");
  expect(await subjectsTo(buyer.userId)).toEqual([
    "leftWithoutPaying: You left a video for later: Pão de queijo",
  ]);
});

test("a refund is mailed as done, or first as pending and then as failed", async () => {
  const sale = await pay(world);
  await deliver();
  await sendAll(sale.buyer.userId);
  const refund = (amountCents: number, seenBackCents: number) =>
    refundSale(services, {
      ...refundWish(sale.saleId, actorOf(sale.creatorId), amountCents),
      seenBackCents,
    });
  await refund(1000, 0);
  await deliver();
  expect(await subjectsTo(sale.buyer.userId)).toEqual([
    "refundOnItsWay: –",
    "refundDone: Devolvemos R$ 10,00",
  ]);
  stripe.setRefundOutcome("pending");
  await refund(2000, 1000);
  await deliver();
  expect(await subjectsTo(sale.buyer.userId)).toEqual([
    "refundOnItsWay: Seu reembolso de R$ 20,00 está a caminho",
  ]);
  const { id } = stripe.refunds().find(({ amount }) => amount === 2000) ?? { id: "" };
  await stripe.settleRefund(id, "failed");
  await deliver();
  expect(await subjectsTo(sale.buyer.userId)).toEqual(["refundFailed: Não conseguimos devolver R$ 20,00"]);
  stripe.setRefundOutcome("succeeded");
});

test("a dispute suspends access, and winning it restores access", async () => {
  const sale = await pay(world);
  await deliver();
  await sendAll(sale.buyer.userId);
  await stripe.openDispute(sale.paymentId);
  await deliver();
  expect(await subjectsTo(sale.buyer.userId)).toEqual([
    "accessSuspended: Acesso suspenso por uma contestação: Pão de queijo",
  ]);
  const dispute = stripe.disputes().find(({ payment_intent }) => payment_intent === sale.paymentId);
  await stripe.moveDispute(dispute?.id ?? "", "won");
  await deliver();
  expect(await subjectsTo(sale.buyer.userId)).toEqual(["accessBack: Seu acesso voltou: Pão de queijo"]);
});

async function addCourseWithLesson() {
  const { userId: creatorId } = await makeCreator(world);
  const lessonId = await makeVideo(world, { userId: creatorId });
  const now = new Date(services.clock().getTime() - 60_000);
  const courseId = await addCourse(db, creatorId, [lessonId], { title: "Pães da semana", now });
  return { creatorId, lessonId, courseId, now };
}

test("the mails about a course call it a course, and those about a video a video", async () => {
  const { creatorId, lessonId, courseId } = await addCourseWithLesson();
  const ofLesson = await pay(world, { videoId: lessonId, creatorId });
  const ofCourse = await pay(world, { videoId: courseId, creatorId });
  await deliver();
  expect(await textTo(ofLesson.buyer.userId, "receipt")).toContain("Vídeo: Pão de queijo");
  expect(await textTo(ofCourse.buyer.userId, "receipt")).toContain("Curso: Pães da semana");
});

test("a receipt that leaves after the refund does not say that the video is the buyer's, nor how to withdraw", async () => {
  const sale = await pay(world);
  await deliver();
  await refundSale(services, refundWish(sale.saleId, actorOf(sale.creatorId)));
  await deliver();
  const receipt = await textTo(sale.buyer.userId, "receipt");
  expect(receipt).toContain("Depois, esta compra foi reembolsada");
  expect(receipt).not.toMatch(/é seu|desistir até|\/watch\//);
});

test("a mail about a dispute says nothing of suspended access where another purchase gives it", async () => {
  const { creatorId, lessonId, courseId, now } = await addCourseWithLesson();
  const lesson = await pay(world, { videoId: lessonId, creatorId });
  await deliver();
  const invitation = { product_id: courseId, email: lesson.buyer.email, created_at: now };
  await addRows(db, "guest_invitations", invitation);
  const taken = { taken_by: lesson.buyer.userId, taken_at: now };
  await setRows(db, "guest_invitations", { product_id: courseId }, taken);
  await stripe.openDispute(lesson.paymentId);
  await deliver();
  expect(await subjectsTo(lesson.buyer.userId)).toContain("accessSuspended: –");
});

test("a failed payment of a video that left the shop does not lead to buying it again", async () => {
  const { saleId, checkoutId, buyer, videoId } = await payLater(world, deliver, "boleto");
  await lookUpPayment(services, saleId);
  await stripe.settle(checkoutId, "failed");
  await deliver();
  await setRows(db, "videos", { id: videoId }, { deleted_at: services.clock() });
  const text = await textTo(buyer.userId, "paymentFailed");
  expect(text).toContain("Não está mais à venda.");
  expect(text).not.toContain("compre de novo");
});
