/** Answering a dispute: staged, submitted once, accepted instead, decided by the bank, and reminded of. */
import { beforeEach, describe, expect, test } from "vitest";
import { remindOfDisputes, writeDisputeDue } from "~/features/office/disputes/dispute-mail.server";
import type { DisputeView } from "~/features/office/disputes/show-dispute.server";
import { lookUpPayment } from "~/features/orders/settlement/look-up-payment.server";
import * as dispute from "~/routes/admin/dispute";
import * as disputes from "~/routes/admin/disputes";
import { ask } from "../../../support/ask";
import type { Part } from "../../../support/multipart";
import { createDelivery, pay, readSale } from "../../../support/payment-scene";
import { makeConsumer } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
const admin = await makeConsumer(world);
await db.insertInto("user_roles").values({ user_id: admin.userId, role: "admin" }).execute();

beforeEach(() => stripe.setApiFault(undefined));

async function disputed() {
  const made = await pay(world, { method: "card" });
  await deliver();
  await lookUpPayment(services, made.saleId);
  const opened = await stripe.openDispute(made.paymentId, { reason: "product_not_received" });
  if (!opened.ok) throw new Error(opened.error);
  await deliver();
  return { ...made, disputeId: opened.dispute.id };
}

const at = (disputeId: string) => ({
  path: `/admin/disputes/${disputeId}`,
  params: { disputeId },
  cookie: admin.cookie,
});
const show = async (id: string) =>
  ((await ask(world, dispute.loader, at(id))).data as { dispute: DisputeView }).dispute;
const send = (id: string, form: Record<string, string>) => ask(world, dispute.action, { ...at(id), form });

/** What the page's form would send. */
const textsOf = (shown: DisputeView) =>
  Object.fromEntries(shown.texts.filter(({ text }) => text).map(({ field, text }) => [field, text]));

const atStripe = async (id: string) => services.payments.findDisputeCase(id);

describe("/admin/disputes/:disputeId", () => {
  test("shows the deadline, and texts that name the purchase", async () => {
    const { disputeId, saleId, buyer } = await disputed();
    const shown = await show(disputeId);
    const { purchase_number } = await db
      .selectFrom("sales")
      .select("purchase_number")
      .where("id", "=", saleId)
      .executeTakeFirstOrThrow();
    expect(shown).toMatchObject({ saleId, reason: "notReceived", daysLeft: 7, answerable: true });
    const texts = textsOf(shown);
    expect(texts.uncategorized_text).toContain(purchase_number);
    expect(texts.customer_email_address).toBe(buyer.email);
    const { rows } = (await ask(world, disputes.loader, { path: "/admin/disputes", cookie: admin.cookie }))
      .data as { rows: { id: string }[] };
    expect(rows.map(({ id }) => id)).toContain(disputeId);
  });

  test("stores a draft at Stripe without submitting it, and the draft can be changed", async () => {
    const { disputeId } = await disputed();
    for (const text of ["Primeiro", "Segundo"]) {
      const saved = await send(disputeId, { intent: "stage", uncategorized_text: text });
      expect(saved.status).toBe(303);
      expect(await atStripe(disputeId)).toMatchObject({ stage: "needsResponse", submissions: 0 });
    }
    expect(textsOf(await show(disputeId))).toEqual({ uncategorized_text: "Segundo" });
  });

  test("submits once for two presses; the bank then decides, and a win restores the access", async () => {
    const { disputeId, saleId } = await disputed();
    const form = { ...textsOf(await show(disputeId)), intent: "submit", checked: "1" };
    const answers = await Promise.all([send(disputeId, form), send(disputeId, form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await atStripe(disputeId)).toMatchObject({ stage: "underReview", submissions: 1 });
    expect(await show(disputeId)).toMatchObject({ answerable: false });
    const later = await send(disputeId, { ...form, intent: "stage" });
    expect(later.status).toBe(409);
    await stripe.moveDispute(disputeId, "won");
    await deliver();
    expect((await readSale(world, saleId)).status).toBe("completed");
    const audited = await db
      .selectFrom("audit_entries")
      .select("action")
      .where("target_id", "=", saleId)
      .where("action", "like", "dispute%")
      .execute();
    expect(audited).toEqual([{ action: "disputeSubmitted" }]);
  });

  const attach = (id: string, parts: Part[], cookie = admin.cookie) =>
    ask(world, dispute.action, { ...at(id), cookie, parts });
  const fileForm = (field: string, content: Part["content"], fileName = "conversa com a Ana.pdf"): Part[] => [
    { name: "field", content: field },
    { name: "file", content, fileName },
  ];
  const evidenceAtStripe = (id: string) => stripe.disputes().find((one) => one.id === id)?.evidence ?? {};
  const filesAtStripe = (id: string) =>
    Object.fromEntries(Object.entries(evidenceAtStripe(id)).filter(([, value]) => value.startsWith("file_")));

  test("keeps files in the draft at Stripe, replaces and removes them, and submits them with the texts", async () => {
    const { disputeId } = await disputed();
    expect((await attach(disputeId, fileForm("customer_communication", "%PDF-1.7 one"))).status).toBe(303);
    const first = filesAtStripe(disputeId);
    expect(Object.keys(first)).toEqual(["customer_communication"]);
    expect(await atStripe(disputeId)).toMatchObject({ stage: "needsResponse", submissions: 0 });
    const drafted = await show(disputeId);
    expect(drafted.files).toEqual([
      { field: "customer_communication", name: "conversa_com_a_Ana.pdf", size: "0 KB" },
    ]);
    expect(textsOf(drafted).uncategorized_text).toContain("Compra ");

    await attach(disputeId, fileForm("customer_communication", "%PDF-1.7 two", "outra.pdf"));
    expect((await attach(disputeId, fileForm("service_documentation", "%PDF-1.7 three"))).status).toBe(303);
    const removal = [{ name: "remove", content: "service_documentation" }];
    expect((await attach(disputeId, removal)).status).toBe(303);
    const staged = filesAtStripe(disputeId);
    expect(Object.keys(staged)).toEqual(["customer_communication"]);
    expect(staged.customer_communication).not.toBe(first.customer_communication);

    const form = { ...textsOf(await show(disputeId)), intent: "submit", checked: "1" };
    expect((await send(disputeId, form)).status).toBe(303);
    expect(filesAtStripe(disputeId)).toEqual(staged);
    expect(await atStripe(disputeId)).toMatchObject({ stage: "underReview", submissions: 1 });
    expect((await attach(disputeId, fileForm("refund_policy", "%PDF-1.7"))).status).toBe(409);
    expect((await show(disputeId)).files).toHaveLength(1);
  });

  test("attaches the purchase's receipt as a PDF where the tick is set, unless another file is in its place", async () => {
    const { disputeId } = await disputed();
    const texts = textsOf(await show(disputeId));
    expect((await send(disputeId, { ...texts, intent: "stage", receipt: "1" })).status).toBe(303);
    const [drawn] = (await show(disputeId)).files;
    expect(drawn).toMatchObject({ field: "receipt", name: expect.stringMatching(/^recibo-SB-.*\.pdf$/) });
    const staged = filesAtStripe(disputeId);
    expect(Object.keys(staged)).toEqual(["receipt"]);
    expect((await send(disputeId, { ...texts, intent: "submit", checked: "1", receipt: "1" })).status).toBe(
      303,
    );
    expect(filesAtStripe(disputeId)).toEqual(staged);
  });

  test("refuses files that are empty, too large or of another type, and visitors without the role", async () => {
    const { disputeId } = await disputed();
    const problemOf = async (bytes: Part["content"]) =>
      (await attach(disputeId, fileForm("uncategorized_file", bytes))).data as unknown;
    const large = Buffer.alloc(5 * 1024 * 1024 + 1);
    large.write("%PDF-1.7");
    for (const [bytes, error] of [
      ["", "disputes.fileMissing"],
      ["GIF89a", "disputes.fileType"],
      [large, "disputes.fileTooLarge"],
    ] as const)
      expect(await problemOf(bytes)).toMatchObject({ problem: { errors: { file: error } } });
    const buyer = await makeConsumer(world);
    const form = fileForm("uncategorized_file", "%PDF-1.7");
    for (const cookie of [buyer.cookie, ""]) {
      const { status, location } = await attach(disputeId, form, cookie);
      expect({ status, location: location?.split("?")[0] }).not.toMatchObject({
        location: at(disputeId).path,
      });
    }
    stripe.setApiFault("serverError");
    expect(await problemOf("%PDF-1.7")).toMatchObject({
      problem: { errors: { file: "disputes.unavailable" } },
    });
    stripe.setApiFault(undefined);
    expect(filesAtStripe(disputeId)).toEqual({});
    expect((await attach("du_nowhere", form)).status).toBe(404);
  });

  test("submits nothing without the tick or without a text", async () => {
    const { disputeId } = await disputed();
    const texts = textsOf(await show(disputeId));
    expect((await send(disputeId, { ...texts, intent: "submit" })).data).toMatchObject({
      problem: { errors: { checked: "disputes.notChecked" } },
    });
    expect((await send(disputeId, { intent: "submit", checked: "1" })).data).toMatchObject({
      problem: { errors: { uncategorized_text: "disputes.empty" } },
    });
    expect(await atStripe(disputeId)).toMatchObject({ submissions: 0 });
  });

  test("leaves the dispute unanswered during an outage", async () => {
    const { disputeId } = await disputed();
    const form = { ...textsOf(await show(disputeId)), intent: "submit", checked: "1" };
    stripe.setApiFault("serverError");
    expect((await send(disputeId, form)).data).toMatchObject({
      problem: { errors: { form: "disputes.unavailable" } },
    });
    expect(await show(disputeId)).toMatchObject({ stage: "unreachable", answerable: false });
    stripe.setApiFault(undefined);
    expect(await show(disputeId)).toMatchObject({ answerable: true });
    expect((await send(disputeId, form)).status).toBe(303);
  });

  test("needs a separate tick to accept a dispute, which ends as lost and reverses the sale", async () => {
    const { disputeId, saleId } = await disputed();
    expect((await send(disputeId, { intent: "accept", checked: "1" })).data).toMatchObject({
      problem: { errors: { understood: "disputes.notUnderstood" } },
    });
    expect((await send(disputeId, { intent: "accept", understood: "1" })).status).toBe(303);
    await deliver();
    expect((await readSale(world, saleId)).status).toBe("refunded");
    expect((await send(disputeId, { intent: "accept", understood: "1" })).status).toBe(409);
  });

  test("is 404 for an unknown dispute", async () => {
    for (const id of ["du_nowhere", "../sales", "x".repeat(300)])
      expect((await ask(world, dispute.loader, at(id))).status).toBe(404);
  });
});

test("an unanswered dispute is reminded of 5, 2 and 1 days before its deadline, once each, and not after an answer", async () => {
  const { disputeId } = await disputed();
  const due = (await show(disputeId)).dueBy;
  expect(due).toBeDefined();
  const { due_by } = await db
    .selectFrom("disputes")
    .select("due_by")
    .where("id", "=", disputeId)
    .executeTakeFirstOrThrow();
  const end = (due_by as Date).getTime();
  const hour = 60 * 60 * 1000;
  const kept = async () =>
    (
      await db
        .selectFrom("mails")
        .select("key")
        .where("kind", "=", "disputeDue")
        .where("key", "like", `disputeDue:${disputeId}:%`)
        .where("user_id", "=", admin.userId)
        .orderBy("created_at")
        .execute()
    ).map(({ key }) => key.split(":")[2]);
  for (const hoursLeft of [130, 119, 100, 47, 46, 23, 1, -1])
    await remindOfDisputes({ db, clock: () => new Date(end - hoursLeft * hour) });
  expect((await kept()).sort()).toEqual(["1", "2", "5"]);
  const form = { ...textsOf(await show(disputeId)), intent: "submit", checked: "1" };
  expect((await send(disputeId, form)).status).toBe(303);
  const mail = { id: "", userId: admin.userId, saleId: null, facts: { disputeId } };
  const context = { db } as Parameters<typeof writeDisputeDue>[1];
  expect(await writeDisputeDue(mail, { ...context, texts: { text: String, locale: "pt" } as never })).toBe(
    undefined,
  );
});
