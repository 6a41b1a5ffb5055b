/**
 * Changes of payout details on PostgreSQL: batches pay the details in force, and administrators see who changed them.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { wholeSpan } from "~/features/base/form-fields/date-span";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { deleteUnconfirmedPayoutDetails } from "~/features/entrance/recovery/password-recovery.queries.server";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import type { showDetailsChanges } from "~/features/money/payees/details-changes.server";
import type { PayoutForm } from "~/features/money/payees/payout-form";
import { savePayoutDetails } from "~/features/money/payees/save-payout-details.server";
import { findTaxId } from "~/features/money/payees/tax.queries.server";
import { loadNextBatch, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { loadOwedCreators } from "~/features/money/payouts/show-payouts.server";
import { readExportBatches } from "~/features/office/dashboard/export-rows.queries.server";
import { formatDateTime, formatDay } from "~/i18n/dates";
import * as creatorPage from "~/routes/admin/creator";
import * as prepare from "~/routes/admin/prepare-payouts";
import { action, loader } from "~/routes/creator/payments";
import { mailWriters } from "~/server/mail-writers.server";
import { ask, askAs } from "../../../support/ask";
import { openMailbox } from "../../../support/mails";
import { makeAdmin, makeCreator, type Person, signIn } from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { readInOrder, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { services } = world;
const { db, clock } = services;
const hour = 3_600_000;
const admin = await makeAdmin(world);
let ana: Person;

beforeEach(async () => {
  ana = await makeCreator(world);
  await credit(ana, 4241);
  world.advance(1_000);
});

const credit = ({ userId }: Person, cents: number) =>
  adjustBalance(
    services,
    { id: randomUUID(), creatorId: userId, kind: "credit", cents, reason: "Acerto" },
    actorOf(admin.userId),
  );
const path = "/creator/payments";
const send = (form: Record<string, string>) => askAs(world, action, ana, { path, form });
const saveKey = (pixKey: string, more = {}) => send({ paymentMethod: "pix", pixKey, ...more });
const cancel = (more = {}) => send({ intent: "cancel", ...more });
const show = async () => (await ask(world, loader, { path, cookie: ana.cookie })).data as never as Shown;
interface Shown {
  pixKey: string;
  proofNeeded: boolean;
  details: Awaited<ReturnType<typeof showDetailsChanges>>;
}
/** Where a batch prepared now would pay. */
const payee = async () => {
  const { payouts, leftOut } = await loadNextBatch(db, { creatorIds: [ana.userId], asOf: clock() });
  return payouts[0]?.payee.pix_key ?? leftOut[0]?.problem;
};
const actions = () => {
  const own = { target_id: ana.userId, actor_id: ana.userId };
  return readInOrder(db, "audit_entries", own, ["created_at"], "action", "before", "after");
};

/** Sends the waiting mails about payout details, oldest first; returns their kinds and outcomes. */
async function sendMails() {
  const waiting = { user_id: ana.userId, status: "waiting" } as const;
  const mails = await readInOrder(db, "mails", waiting, ["created_at"], "id", "kind");
  const ids = mails.filter(({ kind }) => kind.startsWith("payoutDetails")).map(({ id }) => id);
  for (const mailId of ids) await sendMail(services, mailWriters, { mailId });
  const rows = await readInOrder(db, "mails", { id: ids }, ["created_at"], "kind", "status");
  return rows.map(({ kind, status }) => [kind, status]);
}

const empty = { bankName: "", bankAccount: "", cardNumber: "", cardHolderName: "" };
const newKey: PayoutForm = { ...empty, paymentMethod: "pix", pixKey: "nova@pix.example" };

test("a tax number and the payout details are saved together or not at all", async () => {
  const by = { ...actorOf(ana.userId), at: clock() };
  const settings = { form: newKey, taxId: { kind: "cpf", value: "52998224725" } } as const;
  const broken = () => {
    throw new Error("planted");
  };
  await expect(savePayoutDetails({ ...services, clock: broken }, by, settings)).rejects.toThrow("planted");
  expect(await findTaxId(db, ana.userId)).toBeUndefined();
  await savePayoutDetails(services, by, settings);
  expect(await findTaxId(db, ana.userId)).toBeDefined();
  expect(await show()).toMatchObject({ pixKey: newKey.pixKey });
});

describe("a change of payout details", () => {
  test("is held for 48 hours: batches use the old key, and stay frozen to it", async () => {
    expect((await saveKey("nova@pix.example")).status).toBe(303);
    expect(await show()).toMatchObject({
      pixKey: "nova@pix.example",
      details: { held: { paidTo: "PIX a****@pix.example" }, changes: [{ state: "held" }] },
    });
    world.advance(48 * hour - 1);
    expect(await payee()).toBe("ana@pix.example");
    const { cents } = await loadNextBatch(db, { creatorIds: [ana.userId], asOf: clock() });
    const seen = { asOf: clock(), count: 1, cents };
    world.advance(1);
    expect(await payee()).toBe("nova@pix.example");
    const by = actorOf(admin.userId);
    const prepared = await preparePayouts(services, { ...seen, by, creatorIds: [ana.userId] });
    expect(prepared).toMatchObject({ ok: true });
    const paidTo = await readRows(db, "payouts", { creator_id: ana.userId }, "pix_key");
    expect(paidTo).toEqual([{ pix_key: "ana@pix.example" }]);
    expect(await show()).toMatchObject({ details: { held: null, changes: [{ state: "inForce" }] } });
    const [before, after] = [{ paidTo: "PIX a****@pix.example" }, { paidTo: "PIX n****@pix.example" }];
    expect(await actions()).toEqual([{ action: "payoutDetailsChanged", before, after }]);
  });

  test("is marked in the workbook of creators", async () => {
    const exported = async () => {
      const question = { kind: "creators", search: ana.email, span: wholeSpan } as const;
      for await (const { text } of readExportBatches(db, { filters: question })) return text;
    };
    expect(await exported()).toContain('"PIX"');
    await saveKey("nova@pix.example");
    expect(await exported()).toMatch(/"PIX \(dados novos, valem a partir de \d\d\/\d\d\/20\d\d \d\d:\d\d\)"/);
  });

  test("can be omitted from a batch until it applies", async () => {
    await saveKey("nova@pix.example");
    const creatorIds = [ana.userId];
    const adminCookie = await signIn(world, admin.userId);
    const asOf = clock();
    const skipping = await loadNextBatch(db, { creatorIds, skipHeld: true, asOf });
    const leftOut = [{ creatorId: ana.userId, problem: "detailsHeld" }];
    expect(skipping).toMatchObject({ payouts: [], leftOut });
    const path = "/admin/payouts/prepare";
    const page = (query: string) =>
      ask(world, prepare.loader, { path: `${path}?creator=${ana.userId}${query}`, cookie: adminCookie });
    expect((await page("")).data).toMatchObject({ skipHeld: false, toOld: 1 });
    expect((await page("&held=skip")).data).toMatchObject({ skipHeld: true, toOld: 0 });
    const seen = { asOf: String(asOf.getTime()), count: "1", cents: "4241", creator: ana.userId };
    const press = (form: Record<string, string>) =>
      ask(world, prepare.action, { path, form, cookie: adminCookie });
    const changed = { flash: { title: "payouts.changedMeanwhile" } };
    expect(await press({ ...seen, held: "skip" })).toMatchObject(changed);
    expect(await press(seen)).toMatchObject({ flash: { title: "payouts.prepared" } });
  });

  test("is cancelled by its owner, once, and stays in the history", async () => {
    await send({ paymentMethod: "bank", bankName: "Caixa", bankAccount: "0001/98765-4" });
    expect(await cancel()).toMatchObject({ flash: { tone: "success", title: "payouts.detailsCancelled" } });
    expect(await show()).toMatchObject({
      method: "pix",
      pixKey: "ana@pix.example",
      bankName: "Banco do Brasil",
      details: { held: null, changes: [{ state: "cancelled", to: "Caixa **** 65-4" }] },
    });
    world.advance(49 * hour);
    expect(await payee()).toBe("ana@pix.example");
    expect(await actions()).toMatchObject([
      { action: "payoutDetailsChanged" },
      { action: "payoutDetailsCancelled" },
    ]);
    expect(await cancel({ password: ana.password })).toMatchObject({
      flash: { tone: "error", title: "payouts.detailsNotHeld" },
    });
  });

  test("is mailed to its owner, masked, when it is made and when it is cancelled", async () => {
    await saveKey("nova@pix.example");
    expect(await sendMails()).toEqual([["payoutDetailsChanged", "sent"]]);
    const [changed] = mailbox.messages();
    const from = formatDateTime(new Date(clock().getTime() + 48 * hour));
    for (const part of [from, "a****@pix.example", "n****@pix.example", "/forgot-password"])
      expect(changed?.text).toContain(part);
    expect(changed?.text).not.toContain("nova@pix.example");
    await cancel();
    expect(await sendMails()).toEqual([["payoutDetailsCancelled", "sent"]]);
    await saveKey("nova@pix.example");
    await saveKey("ana@pix.example");
    expect(await sendMails()).toEqual([
      ["payoutDetailsChanged", "skipped"],
      ["payoutDetailsCancelled", "sent"],
    ]);
  });

  test("needs the password ten minutes after the last proof, to change and to cancel", async () => {
    await saveKey("nova@pix.example");
    world.advance(hour);
    expect(await show()).toMatchObject({ proofNeeded: true });
    expect(await saveKey("alheia@pix.example")).toMatchObject({
      status: 400,
      data: {
        problem: { errors: { password: "accounts.proofMissing" }, values: { pixKey: "alheia@pix.example" } },
      },
    });
    expect(await cancel({ password: "wrong" })).toMatchObject({
      status: 400,
      data: { problem: { errors: { password: "accounts.proofWrong" } } },
    });
    const details = { changes: [{ state: "held" }] };
    expect(await show()).toMatchObject({ pixKey: "nova@pix.example", details });
    expect((await cancel({ password: ana.password })).status).toBe(303);
    expect((await saveKey("outra@pix.example")).status).toBe(303);
  });

  test("by a stranger before the mailbox was confirmed is deleted with the details themselves", async () => {
    await setRows(db, "users", { id: ana.userId }, { email_verified_at: null });
    await saveKey("nova@pix.example");
    await deleteUnconfirmedPayoutDetails(db, ana.userId);
    expect(await payee()).toBe("missingPix");
    expect((await show()).details).toEqual({ held: null, changes: [] });
    await saveKey("dona@pix.example");
    expect(await payee()).toBe("detailsHeld");
    const { creators } = await loadOwedCreators(db, { after: undefined, now: clock() });
    expect(creators.find(({ id }) => id === ana.userId)).toMatchObject({ problem: "detailsHeld" });
  });
});

describe("the administrators", () => {
  const asAdmin = async (handler: Parameters<typeof ask>[1], at: string, params = {}) => {
    const cookie = await signIn(world, admin.userId);
    return (await ask(world, handler, { path: at, params, cookie })).data;
  };

  test("see changes of the last 30 days before a batch is prepared", async () => {
    const other = await makeCreator(world);
    await credit(other, 100_000);
    await saveKey("nova@pix.example");
    const see = async () => {
      const { names } = (await asAdmin(prepare.loader, "/admin/payouts/prepare")) as {
        names: { id: string; changed?: string; toOld: boolean }[];
      };
      const at = (id: string) => names.findIndex((name) => name.id === id);
      return { first: at(ana.userId) < at(other.userId), ...names[at(ana.userId)] };
    };
    world.advance(1_000);
    const changed = formatDay(clock());
    expect(await see()).toMatchObject({ first: true, changed, toOld: true });
    world.advance(48 * hour);
    expect(await see()).toMatchObject({ first: true, changed, toOld: false });
    world.advance(28 * 24 * hour);
    expect(await see()).toMatchObject({ changed: undefined, toOld: false });
  });

  test("see on a creator's page the new details with their date, and where payouts go until then", async () => {
    await savePayoutDetails(services, { ...actorOf(ana.userId), at: clock() }, { form: newKey });
    const params = { creatorId: ana.userId };
    expect(await asAdmin(creatorPage.loader, `/admin/creators/${ana.userId}`, params)).toMatchObject({
      creator: {
        pixKey: "n****@pix.example",
        heldUntil: formatDateTime(new Date(clock().getTime() + 48 * hour)),
      },
      details: { held: { paidTo: "PIX a****@pix.example" } },
    });
  });
});

test("the message of a change names the day from which it applies, and that of its cancellation does not", async () => {
  await saveKey("ana@example.com");
  const changed = await saveKey("other@example.com");
  expect(changed.flash).toEqual({
    tone: "success",
    title: "creator.saved",
    description: "creator.savedHeldText",
    values: { date: formatDateTime(new Date(clock().getTime() + 48 * hour)) },
  });
  expect((await saveKey("ana@example.com")).flash).toMatchObject({ title: "creator.saved" });
});
