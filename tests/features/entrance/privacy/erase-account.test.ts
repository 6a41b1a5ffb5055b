/**
 * After an erasure the person is gone, and what belongs to others stays; while money is owed it waits, or the data needed
 * to pay stays. What is searched for is in erasure-search.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { insertConsumerProfile } from "~/features/base/accounts/accounts.queries.server";
import { parseErasedLines } from "~/features/entrance/privacy/deleted-on-erasure";
import {
  eraseAccount,
  erasedMessage,
  listWaits,
  queueDueErasures,
} from "~/features/entrance/privacy/erase-account.server";
import { forgetOld } from "~/features/entrance/privacy/forget-old.server";
import { requestDownload } from "~/features/entrance/privacy/make-download.server";
import { keepAccount, repeatErasure } from "~/features/entrance/privacy/own-data.server";
import { lastMailMs, payeeDays } from "~/features/entrance/privacy/retention";
import { registerCreator } from "~/features/entrance/sign-in/register.server";
import { loadNextBatch, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { returnPayout, settlePayout } from "~/features/money/payouts/settle-payout.server";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { returnTransfer } from "~/features/orders/purchases/settle-transfer.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { isHandleFree } from "~/features/shop/creators/creators.queries.server";
import { saveReview } from "~/features/shop/reviews/write-review.server";
import { openAsOwner } from "../../../support/as-owner";
import { listJobs } from "../../../support/jobs";
import { createDelivery, pay, readSale, readViolations } from "../../../support/payment-scene";
import {
  creatorForm,
  makeAdmin,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  type Person,
  signIn,
} from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { searchDatabase } from "../../../support/search-everything";
import { findRow, readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { endTransfer } from "../../../support/transfers";
import { askForErasure, isErased, runErasure } from "./erasure-scene";
import { payPrepared, prepareBalance } from "./whole-balance";

const world = await startTestWorld();
const { services, stripe } = world;
const { db, clock } = services;
const owner = await openAsOwner(db);
const day = 86_400_000;

const pixKey = "zabot.pix@example.org";
let made = 0;

/** A creator who also buys: Marina, whose name and addresses occur nowhere else. */
async function addMarina(): Promise<Person> {
  made += 1;
  const email = `marina.zabot.${made}@example.net`;
  const fullName = "Marina Quintanilha Zabot";
  const password = "correct horse";
  const registered = await registerCreator(services, creatorForm({ fullName, email, password, pixKey }));
  if (!registered.ok) throw new Error(registered.error);
  const { userId } = registered;
  await insertConsumerProfile(db, { userId, fullName, email });
  return { userId, email, password, cookie: await signIn(world, userId) };
}

describe("an erasure", () => {
  test("waits for the creator's balance, and keeps sales, ledger and what is about others", async () => {
    const marina = await addMarina();
    const { userId } = marina;
    const other = await makeCreator(world);
    const student = await makeConsumer(world);
    const sold = await makeVideo(world, marina);
    await makeVideo(world, marina, { title: "Sem vendas" });
    await makeSale(world, marina, await makeVideo(world, other));
    await makeSale(world, student, sold);
    expect(await askForErasure(world, marina)).toEqual({ ok: true });
    await runErasure(world, userId);
    // Her videos are off sale, and she can still sign in.
    expect(await isErased(db, userId)).toBe(false);
    expect(await listWaits(db, userId)).toEqual(["balance"]);
    const left = await readRows(db, "videos", { creator_id: userId }, "id", "deleted_at");
    expect(left).toEqual([{ id: sold, deleted_at: expect.any(Date) }]);
    const admin = await makeConsumer(world);
    const payout = await prepareBalance(db, { creatorId: userId, adminId: admin.userId });
    expect(await listWaits(db, userId)).toEqual(["balance"]);
    const payee = { name: "Marina Quintanilha Zabot", pixKey };
    await payPrepared(db, { ...payout, payee, decidedBy: admin.userId, now: clock() });
    await eraseAccount(services, { userId });

    expect(await isErased(db, userId)).toBe(true);
    const kept = await readRows(db, "sales", { consumer_id: userId }, "status", "amount_cents");
    expect(kept).toEqual([{ status: "completed", amount_cents: 4990 }]);
    expect((await readRows(db, "ledger_lines", { creator_id: userId }, "id")).length).toBeGreaterThan(3);
    expect(await findRow(db, "users", { id: student.userId }, "email")).toEqual({ email: student.email });
    expect(await isHandleFree(db, { userId: other.userId, handle: "marina-quintanilha-zabot" })).toBe(false);
    // Again, as after a crash: nothing more happens.
    await eraseAccount(services, { userId });
  });

  test("resumes after an interruption", async () => {
    const marina = await addMarina();
    expect(await askForErasure(world, marina)).toEqual({ ok: true });
    const portrait_key = `${marina.userId}/portraits/1-aaaaaaaa-384.webp`;
    await setRows(db, "creator_profiles", { user_id: marina.userId }, { portrait_key });
    const remove = vi.fn(() => Promise.reject(new Error("killed")));
    const storage = { ...services.storage, remove };
    await expect(runErasure(world, marina.userId, { storage })).rejects.toThrow("killed");
    expect(remove).toHaveBeenCalledOnce();
    expect(await isErased(db, marina.userId)).toBe(false);
    await queueDueErasures(services);
    expect(await listJobs(db, { about: `erase:${marina.userId}` })).toHaveLength(1);
    await eraseAccount(services, { userId: marina.userId });
    expect(await isErased(db, marina.userId)).toBe(true);
  });

  test("can be revoked until it begins, and does nothing before it is due", async () => {
    const marina = await addMarina();
    const { userId } = marina;
    await askForErasure(world, marina);
    world.advance(7 * day - 1);
    await eraseAccount(services, { userId });
    expect(await keepAccount(services, userId)).toBe(true);
    expect(await keepAccount(services, userId)).toBe(false);
    world.advance(30 * day);
    await eraseAccount(services, { userId });
    expect(await isErased(db, userId)).toBe(false);

    await askForErasure(world, marina);
    world.advance(7 * day);
    await eraseAccount(services, { userId });
    expect(await keepAccount(services, userId)).toBe(false);
  });

  test("keeps reviews without a name if the person chose it", async () => {
    const marina = await addMarina();
    const videoId = await makeVideo(world, await makeCreator(world));
    await makeSale(world, marina, videoId);
    const by = { ...actorOf(marina.userId, marina.email), at: clock() };
    await saveReview(services, { videoId, form: { rating: 5, text: "Muito bom." }, by });
    await askForErasure(world, marina, true);
    await runErasure(world, marina.userId);
    const reviews = await readRows(db, "reviews", { video_id: videoId }, "rating", "text", "author_id");
    expect(reviews).toEqual([{ rating: 5, text: "Muito bom.", author_id: marina.userId }]);
    const author = { user_id: marina.userId };
    expect(await readRow(db, "consumer_profiles", author, "full_name")).toEqual({ full_name: "—" });
  });

  test("waits for a pending payment", async () => {
    const marina = await addMarina();
    const videoId = await makeVideo(world, await makeCreator(world));
    expect(await buyVideo(services, marina, videoId, "pt")).toMatchObject({ ok: true });
    await askForErasure(world, marina);
    await runErasure(world, marina.userId);
    expect(await listWaits(db, marina.userId)).toEqual(["payment"]);
    expect(await isErased(db, marina.userId)).toBe(false);
  });

  test("waits for a purchase that starts while it runs, and afterwards none can start", async () => {
    const buyer = await makeCreator(world);
    const { userId } = buyer;
    const video = await makeVideo(world, await makeCreator(world));
    await askForErasure(world, buyer);
    await requestDownload(services, { userId, locale: "pt" });
    const buy = () => buyVideo(services, buyer, video, "pt");
    let bought: Awaited<ReturnType<typeof buy>> | undefined;
    const remove = async (key: string) => {
      bought ??= await buy();
      await services.storage.remove(key);
    };
    await runErasure(world, userId, { storage: { ...services.storage, remove } });
    expect(bought).toMatchObject({ ok: true });
    expect(await isErased(db, userId)).toBe(false);
    await setRows(db, "sales", { consumer_id: userId }, { status: "failed" });
    await eraseAccount(services, { userId });
    expect(await isErased(db, userId)).toBe(true);
    expect(await buy()).toEqual({ ok: false, error: "notFound" });
  });

  test("is refused to the only administrator", async () => {
    const admin = await makeAdmin(world);
    expect(await askForErasure(world, admin)).toEqual({ ok: false, error: "lastAdmin" });
  });
});

test("an account restored by a backup is erased again from the log", async () => {
  const marina = await addMarina();
  const { userId } = marina;
  await askForErasure(world, marina);
  await runErasure(world, userId);
  const line = world.logged.find(({ msg, userId: of }) => msg === erasedMessage && of === userId);
  const [logged] = parseErasedLines(`${JSON.stringify(line)}\n`, erasedMessage);
  if (!logged) throw new Error("no line in the log");
  expect(await repeatErasure(db, { ...logged, now: clock() })).toBe("erased");
  // As the backup has it: not asked for yet.
  await setRows(db, "users", { id: userId }, { erased_at: null, email: marina.email });
  await db.deleteFrom("account_erasures").where("user_id", "=", userId).execute();
  expect(await repeatErasure(db, { ...logged, now: clock() })).toBe("queued");
  await eraseAccount(services, { userId });
  world.advance(lastMailMs);
  await eraseAccount(services, { userId });
  expect(await isErased(db, userId)).toBe(true);
  expect(await searchDatabase(owner, [marina.email])).toEqual([]);
  expect(await repeatErasure(db, { ...logged, userId: randomUUID(), now: clock() })).toBe("unknown");
});

const deliver = createDelivery(world);
const by = actorOf((await makeConsumer(world)).userId);

let beto: Person;
beforeEach(async () => {
  stripe.setRefundOutcome("succeeded");
  beto = await makeConsumer(world);
});

async function erase({ userId }: Person): Promise<void> {
  await askForErasure(world, { userId });
  await runErasure(world, userId);
}
async function bought(method: "boleto" | "card") {
  const sale = await pay(world, { method, buyer: beto });
  await deliver();
  await lookUpPayment(services, sale.saleId);
  return sale;
}
const own = (saleId: string) => ({ consumerId: beto.userId, saleId, locale: "pt" }) as const;
const newestRefund = async (saleId: string) =>
  (await readInOrder(db, "refunds", { sale_id: saleId }, ["created_at"], "id")).at(-1)?.id ?? "";

describe("the erasure of a buyer waits for an outstanding refund", () => {
  test.each(["failed", "returned"] as const)("by bank transfer that %s", async (end) => {
    const { saleId } = await bought("boleto");
    await withdrawFromSale(services, { ...own(saleId), pixKey: "wrong@example.com" });
    const id = await newestRefund(saleId);
    if (end === "failed")
      await endTransfer(services, { id, saleId, status: "failed", note: "Chave não existe" }, by);
    else {
      await endTransfer(services, { id, saleId, status: "succeeded", note: "E1" }, by);
      await returnTransfer(services, { id, saleId, reason: "Conta encerrada" }, by);
    }
    world.advance(1_000);
    await erase(beto);
    expect(await listWaits(db, beto.userId)).toEqual(["claim"]);
    expect(await isErased(db, beto.userId)).toBe(false);
    expect((await countWaiting(db, clock())).claims).toBeGreaterThan(0);

    await withdrawFromSale(services, { ...own(saleId), pixKey: "beto@example.com" });
    expect(await listWaits(db, beto.userId)).toEqual(["refund"]);
    await endTransfer(
      services,
      { id: await newestRefund(saleId), saleId, status: "succeeded", note: "E2" },
      by,
    );
    await eraseAccount(services, { userId: beto.userId });
    expect(await isErased(db, beto.userId)).toBe(true);
    expect((await readSale(world, saleId)).status).toBe("refunded");
    expect(await readViolations(world)).toEqual([]);
  });

  test("by an administrator that the card's bank refused", async () => {
    const { saleId } = await bought("card");
    stripe.setRefundOutcome("failed");
    const wish = { saleId, amountCents: 4990, seenBackCents: 0, note: "x", by } as const;
    expect(await refundSale(services, { ...wish, channel: "provider" })).toMatchObject({ ok: false });
    world.advance(1_000);
    // Before, it is the administrators' other list that has it.
    const before = (await countWaiting(db, clock())).claims;
    await erase(beto);
    expect(await listWaits(db, beto.userId)).toEqual(["claim"]);
    expect((await countWaiting(db, clock())).claims).toBe(before + 1);
    const begun = await refundSale(services, { ...wish, channel: "outside" });
    const id = begun.ok ? begun.refundId : "";
    const noKeyReason = "Pago em dinheiro";
    await endTransfer(services, { id, saleId, status: "succeeded", note: "Recibo 1", noKeyReason }, by);
    await eraseAccount(services, { userId: beto.userId });
    expect(await isErased(db, beto.userId)).toBe(true);
    expect((await readSale(world, saleId)).status).toBe("refunded");
  });
});

test("a payout returned after the creator's erasure can be paid again, and its details are then deleted", async () => {
  const marina = await makeCreator(world);
  await makeSale(world, beto, await makeVideo(world, marina));
  world.advance(30 * day);
  const { userId } = marina;
  const preparePaid = async () => {
    const asOf = clock();
    const seen = await loadNextBatch(db, { creatorIds: [userId], asOf });
    expect(seen.payouts).toMatchObject([{ payee: { pix_key: "ana@pix.example" } }]);
    const wish = { asOf, count: seen.payouts.length, cents: seen.cents, creatorIds: [userId], by };
    const prepared = await preparePayouts(services, wish);
    if (!prepared.ok) throw new Error(prepared.error);
    const { batchId } = prepared;
    const { id: payoutId } = await readRow(db, "payouts", { batch_id: batchId }, "id");
    const end = { status: "paid", bankReference: `E-${payoutId}` } as const;
    expect(await settlePayout(services, { by, batchId, payoutId, end })).toMatchObject({ ok: true });
    return { batchId, payoutId };
  };
  const payees = async () =>
    (await readRows(db, "payouts", { creator_id: userId }, "pix_key")).filter(({ pix_key }) => pix_key)
      .length;
  const first = await preparePaid();
  await erase(marina);
  expect(await isErased(db, userId)).toBe(true);

  await forgetOld(services);
  const returned = await returnPayout(services, { ...first, by, reason: "Conta encerrada" });
  expect(returned).toMatchObject({ ok: true });
  world.advance((payeeDays + 1) * day);
  await forgetOld(services);
  expect(await payees()).toBe(1);
  await preparePaid();
  const entry = { target_id: first.payoutId, action: "payoutReturned" } as const;
  expect(await readRow(db, "audit_entries", entry, "target_label")).toEqual({ target_label: "—" });
  await forgetOld(services);
  expect(await payees()).toBe(1);
  world.advance((payeeDays + 1) * day);
  await forgetOld(services);
  expect(await payees()).toBe(0);
  expect(await readViolations(world)).toEqual([]);
});
