/** Which mails a purchase brings, by what happens to it and to its video, and what they say. */
import { afterEach, describe, expect, test } from "vitest";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { buyersAtOnce, tellUnreadable } from "~/features/orders/purchases/sale-mails.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import type { Locale } from "~/i18n/languages";
import { mailWriters } from "~/server/mail-writers.server";
import { asOwner } from "../../../support/as-owner";
import { listJobs } from "../../../support/jobs";
import { openMailbox } from "../../../support/mails";
import { type Bought, createDelivery, type Method, pay, payLater } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo } from "../../../support/people";
import { actorOf, addConsumer, addCourse, addSale, addVideo, makeUnreadable } from "../../../support/rows";
import { addRows, readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { endTransfer, refundWish } from "../../../support/transfers";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl, SUPPORT_EMAIL: "ajuda@sabia.example" });
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

const plain = (text: string) => text.replaceAll("\u00a0", " ");

/** Sends a person's waiting mails, due or not, oldest first. The subject "–" means that one was skipped. */
async function sendAll(userId: string) {
  const waiting = { user_id: userId, status: "waiting" } as const;
  const sent: { kind: string; subject: string; text: string; html: string }[] = [];
  for (const { id, kind } of await readInOrder(db, "mails", waiting, ["created_at", "kind"], "id", "kind")) {
    if (kind === "newSignIn") continue;
    mailbox.clear();
    await sendMail(services, mailWriters, { mailId: id });
    const [mail] = mailbox.messages();
    if (mail) expect(mail.html).not.toMatch(/(buyerMails|creatorMails|mails)\.\w/);
    const [subject, text, html] = [mail?.subject ?? "–", mail?.text ?? "", mail?.html ?? ""].map(plain);
    sent.push({ kind, subject, text, html } as (typeof sent)[number]);
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

describe("a withdrawal whose refund failed after the buyer left the page", () => {
  afterEach(() => stripe.setRefundOutcome("succeeded"));

  async function bought(method: Method): Promise<Bought> {
    const sale = await pay(world, { method });
    await deliver();
    await setRows(db, "sales", { id: sale.saleId }, { payment_method: method });
    return sale;
  }
  const withdraw = ({ buyer, saleId }: Bought, locale: Locale = "pt", pixKey?: string) =>
    withdrawFromSale(services, { consumerId: buyer.userId, saleId, locale, pixKey });
  const refundOf = ({ saleId }: Bought) => readRow(db, "refunds", { sale_id: saleId });
  /** Records, as an administrator, that the transfer failed. Returns whether that was new. */
  async function failTransfer(sale: Bought) {
    const { id } = await refundOf(sale);
    const failed = { id, saleId: sale.saleId, status: "failed", note: "Chave não existe" } as const;
    return endTransfer(services, failed, actorOf(sale.creatorId));
  }
  /** Sends the buyer's waiting mails. Returns those about a failed withdrawal. */
  const failureMails = async ({ buyer }: Bought) =>
    (await sendAll(buyer.userId)).filter(({ kind }) => kind === "withdrawalFailed");

  test.each([
    ["pt", "Não conseguimos devolver R$ 49,90: peça de novo", "Confira a chave", ""],
    ["en", "We could not refund R$49.90: ask for it again", "Check the key", "?lng=en"],
  ] as const)("is mailed once, with the way to ask again (%s)", async (locale, subject, key, query) => {
    const sale = await bought("boleto");
    await withdraw(sale, locale, "beto@example.com");
    expect(await failTransfer(sale)).toBe(true);
    const mails = await failureMails(sale);
    expect(mails.map((mail) => mail.subject)).toEqual([subject]);
    for (const part of [mails[0]?.text, mails[0]?.html]) {
      expect(part).toContain(key);
      expect(part).toContain(`/purchases/${sale.saleId}/withdraw${query}`);
      expect(part).not.toContain("beto@example.com");
    }
    expect(await failTransfer(sale)).toBe(false);
    expect(await failureMails(sale)).toEqual([]);
  });

  test("is mailed once if it fails at Stripe days later and the webhook arrives twice", async () => {
    const sale = await bought("pix");
    expect(await withdraw(sale)).toMatchObject({ ok: true, progress: "sent" });
    const refund = stripe.refunds().find(({ payment_intent }) => payment_intent === sale.paymentId);
    await stripe.settleRefund(refund?.id ?? "", "failed");
    await deliver();
    expect(await failureMails(sale)).toMatchObject([
      { text: expect.stringContaining("O banco ou o cartão não aceitou o valor.") },
    ]);
    expect(await refundOf(sale)).toMatchObject({ status: "failed", failure: "unknown" });
    await asOwner(db, "DELETE FROM payment_events");
    await createDelivery(world)();
    expect(await failureMails(sale)).toEqual([]);
  });

  test("is mailed if it fails at once, and an administrator's refund is not", async () => {
    const [sale, refunded] = [await bought("card"), await bought("card")];
    stripe.setRefundOutcome("failed");
    expect(await withdraw(sale)).toMatchObject({ ok: false, error: "refused", failure: "unknown" });
    expect(await refundOf(sale)).toMatchObject({ status: "failed", failure: "unknown" });
    expect(await failureMails(sale)).toHaveLength(1);
    const refused = await refundSale(services, refundWish(refunded.saleId, actorOf(refunded.creatorId)));
    expect(refused).toMatchObject({ ok: false, error: "refused" });
    expect(await failureMails(refunded)).toEqual([]);
  });

  test("is not mailed to a buyer who has asked again meanwhile", async () => {
    const sale = await bought("boleto");
    await withdraw(sale, "pt", "beto@example.com");
    await failTransfer(sale);
    expect(await withdraw(sale, "pt", "ana@example.com")).toMatchObject({ ok: true });
    expect(await failureMails(sale)).toMatchObject([{ subject: "–" }]);
  });
});

describe("a video whose file does not play", () => {
  const listMails = () => readRows(db, "mails", { kind: "purchaseUnreadable" }, "user_id");

  test("is mailed once to buyers of the video, its course and a gift, and not to those who were refunded", async () => {
    const { creatorId, lessonId: videoId, courseId } = await addCourseWithLesson();
    const buyers = [await addConsumer(db), await addConsumer(db), await addConsumer(db)] as const;
    const [buyer, student, giver] = buyers;
    await addSale(db, { consumerId: buyer, videoId });
    await addSale(db, { consumerId: student, videoId: courseId });
    await addSale(db, { consumerId: giver, videoId, isGift: true });
    await addSale(db, { consumerId: await addConsumer(db), videoId: await addVideo(db, creatorId) });
    for (const status of ["pending", "refunded", "disputed"] as const)
      for (const isGift of [false, true])
        await addSale(db, { consumerId: await addConsumer(db), videoId, status, isGift });
    const part = { videoId, file: "a" };
    await tellUnreadable({ db }, part);
    expect(await listMails()).toEqual([]);
    await makeUnreadable(db, videoId);
    for (const _ of ["first", "repeated"]) await tellUnreadable({ db }, part);
    expect((await listMails()).map(({ user_id }) => user_id).sort()).toEqual([...buyers].sort());
    expect(await textTo(student, "purchaseUnreadable")).toContain("O arquivo de “Pão de queijo” não toca");
    // Restored before the mail was sent.
    await setRows(db, "videos", { id: videoId }, { suspended_at: null });
    expect(await subjectsTo(buyer)).toEqual(["purchaseUnreadable: –"]);
  });

  test("is mailed to many buyers in parts", async () => {
    const { lessonId: videoId } = await addCourseWithLesson();
    await makeUnreadable(db, videoId);
    await asOwner(
      db,
      `WITH people AS (
        INSERT INTO users (email) SELECT 'many-' || n || '@example.com' FROM generate_series(0, ${buyersAtOnce}) AS n
        RETURNING id)
      INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
        creator_earnings_cents, status, paid_at, completed_at)
      SELECT '${videoId}', id, 50, 'BRL', 1500, 8, 42, 'completed', now(), now() FROM people`,
    );
    const before = (await listMails()).length;
    await tellUnreadable({ db }, { videoId, file: "b" });
    expect((await listMails()).length - before).toBe(buyersAtOnce);
    const [next, ...others] = await listJobs(db, { about: `unreadable:${videoId}:` });
    expect(others).toEqual([]);
    await tellUnreadable({ db }, next?.payload as unknown as Parameters<typeof tellUnreadable>[1]);
    expect((await listMails()).length - before).toBe(buyersAtOnce + 1);
  });
});
