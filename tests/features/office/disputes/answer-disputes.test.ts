/** Answering a dispute: staged, submitted once, accepted instead, decided by the bank, and reminded of. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  recheckSubmitted,
  remindOfDisputes,
  writeDisputeDue,
} from "~/features/office/disputes/dispute-mail.server";
import { evidenceMaxBytes } from "~/features/office/disputes/evidence";
import type { DisputeView } from "~/features/office/disputes/show-dispute.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import * as dispute from "~/routes/admin/disputes/dispute";
import * as disputeFile from "~/routes/admin/disputes/dispute-file";
import * as disputes from "~/routes/admin/disputes/disputes";
import { ask } from "../../../support/ask";
import type { Part } from "../../../support/multipart";
import { createDelivery, pay, readSale } from "../../../support/payment-scene";
import { makeAdmin } from "../../../support/people";
import { addRows, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
const admin = await makeAdmin(world);

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

const at = (disputeId: string) => ({ path: `/admin/disputes/${disputeId}`, cookie: admin.cookie });
const show = async (id: string, { cookie } = admin) =>
  ((await ask(world, dispute.loader, { ...at(id), cookie })).data as { dispute: DisputeView }).dispute;
const send = (id: string, form: Record<string, string>) => ask(world, dispute.action, { ...at(id), form });

const evidenceAtStripe = (id: string) => stripe.disputes().find((one) => one.id === id)?.evidence ?? {};

/** A PDF by its first bytes, of a size in bytes. */
function pdfOf(bytes: number): Buffer {
  const made = Buffer.alloc(bytes);
  made.write("%PDF-1.7");
  return made;
}

/** What the page's form would send. */
const textsOf = (shown: DisputeView) =>
  Object.fromEntries(shown.texts.filter(({ text }) => text).map(({ field, text }) => [field, text]));

const submissionOf = async (id: string) => ({ ...textsOf(await show(id)), intent: "submit", checked: "1" });
const refusing = (errors: Record<string, string>) => ({ data: { problem: { errors } } });

/** Runs a step some days later, as an administrator who has just signed in. */
async function later(days: number, act: (cookie: string) => Promise<void>): Promise<void> {
  const before = services.clock();
  world.advance(days * 86_400_000);
  try {
    await act((await makeAdmin(world)).cookie);
  } finally {
    world.setTime(before);
  }
}

const atStripe = (id: string) => services.payments.findDisputeCase(id);

describe("/admin/disputes/:disputeId", () => {
  test("shows the deadline, and texts that name the purchase", async () => {
    const { disputeId, saleId, buyer } = await disputed();
    const shown = await show(disputeId);
    const { purchase_number } = await readRow(db, "sales", { id: saleId }, "purchase_number");
    expect(shown).toMatchObject({ saleId, reason: "notReceived", daysLeft: 7, answerable: true });
    const texts = textsOf(shown);
    expect(texts.uncategorized_text).toContain(purchase_number);
    expect(texts.customer_email_address).toBe(buyer.email);
    const { rows } = (await ask(world, disputes.loader, { path: "/admin/disputes", cookie: admin.cookie }))
      .data as { rows: { id: string }[] };
    expect(rows.map(({ id }) => id)).toContain(disputeId);
  });

  test("says that the buyer may still withdraw while they may, and not that the period is over", async () => {
    const { disputeId } = await disputed();
    const shown = await show(disputeId);
    expect(shown.withdrawUntil).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    expect(textsOf(shown)).not.toHaveProperty("refund_refusal_explanation");
    await later(9, async (cookie) => {
      const over = await show(disputeId, { ...admin, cookie });
      expect(over.withdrawUntil).toBeUndefined();
      expect(textsOf(over).refund_refusal_explanation).toContain(`terminou em ${shown.withdrawUntil}`);
    });
  });

  test("claims only mails to the buyer, terms accepted before the purchase, and purchases never disputed", async () => {
    const { disputeId, saleId, buyer, creatorId } = await disputed();
    const { paid_at } = await readRow(db, "sales", { id: saleId }, "paid_at");
    const sent = { sale_id: saleId, status: "sent" as const, ended_at: services.clock() };
    await setRows(db, "mails", { sale_id: saleId }, sent);
    await addRows(db, "mails", [
      { ...sent, kind: "sale", key: crypto.randomUUID(), user_id: creatorId },
      { ...sent, kind: "accessSuspended", key: crypto.randomUUID(), user_id: buyer.userId },
    ]);
    await db.deleteFrom("terms_acceptances").where("user_id", "=", buyer.userId).execute();
    const accept = (version: string, days: number) =>
      addRows(db, "terms_acceptances", {
        user_id: buyer.userId,
        version,
        accepted_at: new Date((paid_at?.getTime() ?? 0) + days * 86_400_000),
      });
    await accept("2020-01-01", -1);
    await accept("2020-02-02", 1);
    const texts = textsOf(await show(disputeId));
    expect(texts.access_activity_log).toContain(`${buyer.email}: Acesso suspenso.`);
    expect(texts.access_activity_log).not.toContain("ao criador");
    expect(texts.refund_policy_disclosure).toContain("versão 2020-01-01");
  });

  test("sends an emptied text as empty, so that the bank does not read the draft's earlier one", async () => {
    const { disputeId } = await disputed();
    await send(disputeId, { intent: "stage", uncategorized_text: "Primeiro", product_description: "Aula" });
    const form = { intent: "submit", checked: "1", uncategorized_text: "Segundo", product_description: " " };
    expect((await send(disputeId, form)).status).toBe(303);
    expect(evidenceAtStripe(disputeId)).toEqual({ uncategorized_text: "Segundo" });
  });

  test("stores a draft at Stripe without submitting it, and the draft can be changed", async () => {
    const { disputeId } = await disputed();
    for (const text of ["Primeiro", "Segundo"]) {
      expect((await send(disputeId, { intent: "stage", uncategorized_text: text })).status).toBe(303);
      expect(await atStripe(disputeId)).toMatchObject({ stage: "needsResponse", submissions: 0 });
    }
    const shown = await show(disputeId);
    expect(textsOf(shown)).toMatchObject({ uncategorized_text: "Segundo" });
    // What was taken out of the answer is still there, without its tick.
    expect(shown.unticked).toEqual(["access", "product", "buyer"]);
    const form = { ...textsOf(shown), intent: "submit", checked: "1", ticks: "1", proof_product: "1" };
    expect((await send(disputeId, form)).status).toBe(303);
    expect(Object.keys(evidenceAtStripe(disputeId))).toEqual(["uncategorized_text", "product_description"]);
  });

  test("submits once for two presses; the bank then decides, and a win restores the access", async () => {
    const { disputeId, saleId } = await disputed();
    const form = await submissionOf(disputeId);
    const answers = await Promise.all([send(disputeId, form), send(disputeId, form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await atStripe(disputeId)).toMatchObject({ stage: "underReview", submissions: 1 });
    expect(await show(disputeId)).toMatchObject({ answerable: false });
    expect((await send(disputeId, { ...form, intent: "stage" })).status).toBe(409);
    await stripe.moveDispute(disputeId, "won");
    await deliver();
    expect((await readSale(world, saleId)).status).toBe("completed");
    const audited = await readRows(db, "audit_entries", { target_id: saleId }, "action");
    expect(audited).toEqual([{ action: "disputeSubmitted" }]);
  });

  const attach = (id: string, parts: Part[], cookie = admin.cookie) =>
    ask(world, dispute.action, { ...at(id), cookie, parts });
  const fileForm = (field: string, content: Part["content"], fileName = "conversa com a Ana.pdf"): Part[] => [
    { name: "field", content: field },
    { name: "file", content, fileName },
  ];
  const filesAtStripe = (id: string) =>
    Object.fromEntries(Object.entries(evidenceAtStripe(id)).filter(([, value]) => value.startsWith("file_")));

  test("keeps files in the draft at Stripe, replaces and removes them, and submits them with the texts", async () => {
    const { disputeId } = await disputed();
    expect((await attach(disputeId, fileForm("customer_communication", "%PDF-1.7 one"))).status).toBe(303);
    const first = filesAtStripe(disputeId);
    expect(Object.keys(first)).toEqual(["customer_communication"]);
    expect(await atStripe(disputeId)).toMatchObject({ stage: "needsResponse", submissions: 0 });
    const drafted = await show(disputeId);
    const file = { name: "conversa_com_a_Ana.pdf", type: "application/pdf", size: "1 KB" };
    expect(drafted.files).toEqual([{ field: "customer_communication", ...file }]);
    expect(textsOf(drafted).uncategorized_text).toContain("Compra ");

    await attach(disputeId, fileForm("customer_communication", "%PDF-1.7 two", "outra.pdf"));
    expect((await attach(disputeId, fileForm("service_documentation", "%PDF-1.7 three"))).status).toBe(303);
    const removal = [{ name: "remove", content: "service_documentation" }];
    expect((await attach(disputeId, removal)).status).toBe(303);
    const staged = filesAtStripe(disputeId);
    expect(Object.keys(staged)).toEqual(["customer_communication"]);
    expect(staged.customer_communication).not.toBe(first.customer_communication);

    const form = await submissionOf(disputeId);
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
    const form = { ...texts, intent: "submit", checked: "1", receipt: "1" };
    expect((await send(disputeId, form)).status).toBe(303);
    expect(filesAtStripe(disputeId)).toEqual(staged);
  });

  test("refuses files that are empty, too large or of another type, and during an outage", async () => {
    const { disputeId } = await disputed();
    const attempt = (bytes: Part["content"]) => attach(disputeId, fileForm("uncategorized_file", bytes));
    for (const [bytes, file] of [
      ["", "disputes.fileMissing"],
      ["GIF89a", "disputes.fileType"],
      [pdfOf(evidenceMaxBytes + 1), "disputes.fileTooLarge"],
    ] as const)
      expect(await attempt(bytes)).toMatchObject(refusing({ file }));
    stripe.setApiFault("serverError");
    expect(await attempt("%PDF-1.7")).toMatchObject(refusing({ file: "disputes.unavailable" }));
    stripe.setApiFault(undefined);
    expect(filesAtStripe(disputeId)).toEqual({});
    expect((await attach("du_nowhere", fileForm("receipt", "%PDF-1.7"))).status).toBe(404);
  });

  test("bounds the files together, of two tabs at once too, and keeps the draft at Stripe as the page shows it", async () => {
    const { disputeId } = await disputed();
    const half = pdfOf(evidenceMaxBytes / 2 + 1);
    const attempts = await Promise.all([
      attach(disputeId, fileForm("service_documentation", half)),
      attach(disputeId, fileForm("customer_communication", half)),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual([303, 409]);
    const shown = await show(disputeId);
    expect(shown.files).toHaveLength(1);
    expect(shown).toMatchObject({ filesSize: "2,3 MB", filesMaxSize: "4,5 MB" });
    expect(Object.keys(filesAtStripe(disputeId))).toEqual(shown.files.map(({ field }) => field));
    const third = await attach(disputeId, fileForm("refund_policy", half));
    expect(third).toMatchObject(refusing({ file: "disputes.filesTooLarge" }));
    const kept = shown.files[0]?.field ?? "";
    expect((await attach(disputeId, fileForm(kept, pdfOf(evidenceMaxBytes)))).status).toBe(303);
    const withReceipt = { ...textsOf(shown), intent: "stage", receipt: "1" };
    const refused = await send(disputeId, withReceipt);
    expect(refused).toMatchObject(refusing({ form: "disputes.filesTooLarge" }));
  });

  test("submits the files that the page shows, not those that the draft at Stripe has besides", async () => {
    const { disputeId } = await disputed();
    await attach(disputeId, fileForm("customer_communication", "%PDF-1.7 shown"));
    const shown = filesAtStripe(disputeId);
    const pdf = { name: "x.pdf", type: "application/pdf", bytes: Buffer.from("%PDF-1.7 besides") } as const;
    const refund_policy = await services.payments.storeEvidenceFile(pdf);
    const draft = { evidence: {}, files: { refund_policy }, submit: false };
    await services.payments.answerDispute(disputeId, draft);
    const form = await submissionOf(disputeId);
    expect((await send(disputeId, form)).status).toBe(303);
    expect(filesAtStripe(disputeId)).toEqual(shown);
  });

  test("shows a file with its type and records it, and none without one, without a proof or during an outage", async () => {
    const { disputeId, saleId } = await disputed();
    const png = Buffer.from("89504e470d0a1a0a00ff", "hex");
    await attach(disputeId, fileForm("customer_communication", png, "../a b ção;.png"));
    const open = (field: string) => {
      const path = `/admin/disputes/${disputeId}/files/${field}`;
      return ask(world, disputeFile.loader, { path, params: { disputeId, field }, cookie: admin.cookie });
    };
    await attach(disputeId, fileForm("service_documentation", "%PDF-1.7 um documento"));
    const opened = await open("customer_communication");
    expect(opened.status).toBe(200);
    expect(opened.headers.get("content-type")).toBe("image/png");
    expect(opened.headers.get("x-content-type-options")).toBe("nosniff");
    expect(opened.headers.get("content-disposition")).toMatch(/^inline; filename="[A-Za-z0-9._-]+"$/);
    expect((await open("service_documentation")).text).toBe("%PDF-1.7 um documento");
    const opening = { target_id: saleId, action: "disputeFileOpened" } as const;
    const entries = () => readRows(db, "audit_entries", opening, "actor_email", "target_kind", "after");
    const by = { actor_email: admin.email, target_kind: "sale" };
    const recorded = [
      { ...by, after: { file: "customer_communication" } },
      { ...by, after: { file: "service_documentation" } },
    ];
    // The page of the dispute shows its pictures each time that it is loaded.
    await open("customer_communication");
    expect(await entries()).toEqual(expect.arrayContaining(recorded));
    expect(await entries()).toHaveLength(2);
    for (const field of ["receipt", "uncategorized_text", "__proto__"])
      expect((await open(field)).status).toBe(404);
    const before = services.clock();
    world.advance(11 * 60_000);
    const unproved = await open("customer_communication");
    world.setTime(before);
    expect(unproved).toMatchObject({ status: 303, thrown: true });
    expect(unproved.location).toContain(encodeURIComponent(`/admin/disputes/${disputeId}`));
    stripe.setApiFault("serverError");
    expect((await open("customer_communication")).status).toBe(502);
    expect(await entries()).toHaveLength(2);
  });

  test("takes no answer and no file after the deadline, and says so", async () => {
    const { disputeId } = await disputed();
    const texts = textsOf(await show(disputeId));
    await later(8, async (cookie) => {
      expect(await show(disputeId, { ...admin, cookie })).toMatchObject({ answerable: false, expired: true });
      for (const intent of ["stage", "submit"]) {
        const form = { ...texts, intent, checked: "1" };
        const answer = await ask(world, dispute.action, { ...at(disputeId), cookie, form });
        expect(answer).toMatchObject(refusing({ form: "disputes.late" }));
      }
      const attached = await attach(disputeId, fileForm("receipt", "%PDF-1.7"), cookie);
      expect(attached).toMatchObject(refusing({ file: "disputes.late" }));
      expect(await atStripe(disputeId)).toMatchObject({ submissions: 0 });
    });
  });

  test("submits nothing without the tick or without a text", async () => {
    const { disputeId } = await disputed();
    const texts = textsOf(await show(disputeId));
    const unticked = await send(disputeId, { ...texts, intent: "submit" });
    expect(unticked).toMatchObject(refusing({ checked: "disputes.notChecked" }));
    const empty = await send(disputeId, { intent: "submit", checked: "1" });
    expect(empty).toMatchObject(refusing({ uncategorized_text: "disputes.empty" }));
    expect(await atStripe(disputeId)).toMatchObject({ submissions: 0 });
  });

  test("leaves the dispute unanswered during an outage", async () => {
    const { disputeId } = await disputed();
    const form = await submissionOf(disputeId);
    stripe.setApiFault("serverError");
    expect(await send(disputeId, form)).toMatchObject(refusing({ form: "disputes.unavailable" }));
    expect(await show(disputeId)).toMatchObject({ stage: "unreachable", answerable: false });
    stripe.setApiFault(undefined);
    expect(await show(disputeId)).toMatchObject({ answerable: true });
    expect((await send(disputeId, form)).status).toBe(303);
  });

  test("needs a separate tick to accept a dispute, which ends as lost and reverses the sale", async () => {
    const { disputeId, saleId } = await disputed();
    const unticked = await send(disputeId, { intent: "accept", checked: "1" });
    expect(unticked).toMatchObject(refusing({ understood: "disputes.notUnderstood" }));
    expect((await send(disputeId, { intent: "accept", understood: "1" })).status).toBe(303);
    await deliver();
    expect((await readSale(world, saleId)).status).toBe("refunded");
    expect((await send(disputeId, { intent: "accept", understood: "1" })).status).toBe(409);
  });

  test.each(["du_nowhere", "../sales", "x".repeat(300)])("is 404 for the unknown dispute %s", async (id) => {
    expect((await ask(world, dispute.loader, at(id))).status).toBe(404);
  });
});

test("the list shows those that end soonest first, a page at a time, each once, and answered ones apart", async () => {
  const { saleId } = await disputed();
  const start = services.clock().getTime();
  const rows = Array.from({ length: 65 }, (_, n) => ({
    id: `du_list${String(n).padStart(3, "0")}`,
    sale_id: saleId,
    amount_cents: 4990,
    status: "open" as const,
    reason: "other" as const,
    created_at: new Date(start - n * 1_000),
    // Two share each deadline; the newest ends first.
    due_by: new Date(start + (1 + (n >> 1)) * 60_000),
  }));
  await addRows(db, "disputes", rows);
  await addRows(db, "dispute_answers", {
    dispute_id: "du_list007",
    texts: "{}",
    staged_by: admin.userId,
    staged_at: new Date(start),
    submitted_by: admin.userId,
    submitted_at: new Date(start),
  });
  const walk = async (first: string) => {
    const seen: string[] = [];
    let path: string | undefined = first;
    while (path) {
      const answer = await ask(world, disputes.loader, { path, cookie: admin.cookie });
      const page = answer.data as { rows: { id: string }[]; next?: string };
      seen.push(...page.rows.map(({ id }) => id));
      path = page.next;
    }
    return seen.filter((id) => id.startsWith("du_list"));
  };
  const ids = rows.map(({ id }) => id);
  expect(await walk("/admin/disputes")).toEqual(ids.filter((id) => id !== "du_list007"));
  expect(await walk("/admin/disputes?show=withBank")).toEqual(["du_list007"]);
  expect(await walk("/admin/disputes?show=all")).toEqual(ids);
});

test("a submission that was recorded and did not reach Stripe is open again, and one that did is not", async () => {
  const [lost, arrived] = [await disputed(), await disputed()];
  const form = await submissionOf(arrived.disputeId);
  expect((await send(arrived.disputeId, form)).status).toBe(303);
  await send(lost.disputeId, { ...form, intent: "stage" });
  const submission = { submitted_by: admin.userId, submitted_at: services.clock() };
  await setRows(db, "dispute_answers", { dispute_id: lost.disputeId }, submission);
  const recheckIn = (minutes: number) =>
    recheckSubmitted({ ...services, clock: () => new Date(services.clock().getTime() + minutes * 60_000) });
  await recheckIn(1);
  expect(await show(lost.disputeId)).toMatchObject({ answerable: false });
  stripe.setApiFault("serverError");
  await recheckIn(6);
  stripe.setApiFault(undefined);
  expect(await show(lost.disputeId)).toMatchObject({ answerable: false });
  await recheckIn(6);
  expect(await show(lost.disputeId)).toMatchObject({ answerable: true });
  expect(await show(arrived.disputeId)).toMatchObject({ answerable: false });
});

test("an unanswered dispute is reminded of 5, 2 and 1 days before its deadline, once each, and not after an answer", async () => {
  const { disputeId } = await disputed();
  expect((await show(disputeId)).dueBy).toBeDefined();
  const { due_by } = await readRow(db, "disputes", { id: disputeId }, "due_by");
  const end = (due_by as Date).getTime();
  const hour = 60 * 60 * 1000;
  for (const hoursLeft of [130, 119, 100, 47, 46, 23, 1, -1])
    await remindOfDisputes({ ...services, clock: () => new Date(end - hoursLeft * hour) });
  const mails = await readRows(db, "mails", { kind: "disputeDue", user_id: admin.userId }, "key");
  const reminders = mails.map(({ key }) => key.split(":")).filter(([, id]) => id === disputeId);
  expect(reminders.map(([, , days]) => days).sort()).toEqual(["1", "2", "5"]);
  expect((await send(disputeId, await submissionOf(disputeId))).status).toBe(303);
  const mail = { id: "", userId: admin.userId, saleId: null, facts: { disputeId } };
  const context = { db } as Parameters<typeof writeDisputeDue>[1];
  const texts = { text: String, locale: "pt" } as never;
  expect(await writeDisputeDue(mail, { ...context, texts })).toBeUndefined();
});
