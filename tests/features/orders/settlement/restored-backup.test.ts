/** Money that came after the backup which was restored: sales that only the provider knows are made again. */
import { afterEach, describe, expect, test } from "vitest";
import { parseSentLines, recordSentMails } from "~/features/base/mail/repeat-sent-mails.queries.server";
import { mailSentMessage } from "~/features/base/mail/send-mail.server";
import { rebuildSaleByAdmin } from "~/features/office/reconciliation/rebuild-sale-by-admin.server";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { listDifferences } from "~/features/office/reconciliation/reconciliation.queries.server";
import { showSale } from "~/features/office/sales/show-sale.server";
import { findGivenGift } from "~/features/orders/gifts/gifts.queries.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { asOwner } from "../../../support/as-owner";
import { type Bought, createDelivery, pay, payLater, readSale } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, openCheckout } from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { actorOf, addUser, giftTerms } from "../../../support/rows";
import { readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

/** Restores what was before the purchase began: its account and video are there, the sale and its mails are not. */
async function lose({ saleId }: Pick<Bought, "saleId">): Promise<void> {
  await asOwner(
    db,
    `DELETE FROM mails WHERE sale_id = '${saleId}'; DELETE FROM consumer_profiles
       WHERE user_id = (SELECT consumer_id FROM sales WHERE id = '${saleId}');
     DELETE FROM gifts WHERE sale_id = '${saleId}'; DELETE FROM sales WHERE id = '${saleId}'`,
  );
}

async function compare() {
  const run = await reconcile(services);
  if (!run.ok) throw new Error(run.error);
  return { ...run, list: await listDifferences(db, run.id, 100) };
}

const kindsOf = async (saleId: string, status: "waiting" | "unconfirmed") =>
  (await readRows(db, "mails", { sale_id: saleId, status }, "kind")).map(({ kind }) => kind);

afterEach(() => expectNoViolations(db));

describe("a purchase begun after the backup was taken", () => {
  test("is restored from the provider with the same sale, access, ledger and fee, without sending its mails again", async () => {
    const bought = await pay(world);
    const before = await showSale(services, bought.saleId);
    await lose(bought);
    expect(await compare()).toMatchObject({ list: [] });
    expect(await readSale(world, bought.saleId)).toMatchObject({
      status: "completed",
      method: "card",
      accounts: { creator: 4241, platform: 749 },
    });
    expect(await findWatchAccess(db, bought.buyer, bought.videoId)).toMatchObject({ access: "bought" });
    expect(await showSale(services, bought.saleId)).toMatchObject({
      timeline: expect.arrayContaining([before?.timeline[0], { what: "rebuilt", date: expect.any(String) }]),
      title: before?.title,
      platform_share_bp: 1_500,
    });
    expect(await kindsOf(bought.saleId, "unconfirmed")).toContain("receipt");
    expect(await kindsOf(bought.saleId, "waiting")).toEqual([]);
    // Everything that the provider still delivers changes nothing.
    const rebuilt = await readSale(world, bought.saleId);
    await deliver();
    expect(await readSale(world, bought.saleId)).toEqual(rebuilt);
    expect(await kindsOf(bought.saleId, "waiting")).toEqual([]);
    expect(await compare()).toMatchObject({ repaired: 0, list: [] });
  });

  test("is restored with a refund and a dispute that followed it", async () => {
    const [refunded, disputed] = [await pay(world), await pay(world)];
    const { paymentId } = refunded;
    await services.payments.refund({ ownId: crypto.randomUUID(), paymentId, amountCents: 4990 });
    await stripe.openDispute(disputed.paymentId);
    await lose(refunded);
    await lose(disputed);
    expect(await compare()).toMatchObject({ list: [] });
    expect((await readSale(world, refunded.saleId)).status).toBe("refunded");
    expect((await readSale(world, disputed.saleId)).status).toBe("disputed");
  });

  test("of a gift is restored as a gift whose link its buyer sends, without access for the buyer", async () => {
    const buyer = await makeConsumer(world);
    const videoId = await makeVideo(world, await makeCreator(world));
    const checkoutId = await openCheckout(world, buyer, videoId, { gift: giftTerms });
    await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
    const { id: saleId } = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "id");
    await lose({ saleId });
    expect(await compare()).toMatchObject({ list: [] });
    expect((await readSale(world, saleId)).status).toBe("completed");
    expect(await findWatchAccess(db, buyer, videoId)).toMatchObject({ access: "mustBuy" });
    const own = { consumerId: buyer.userId, saleId };
    expect(await findGivenGift(db, own)).toMatchObject({ email: null, taken_by: null });
    const friend = await makeConsumer(world);
    const link = { kind: "gift", id: saleId, version: 0 } as const;
    expect(await takeAccess(services, link, friend.userId)).toMatchObject({ ok: true });
    expect(await findWatchAccess(db, friend, videoId)).toMatchObject({ access: "bought" });
  });

  test("and paid after the restore is restored by its webhook, with its receipt", async () => {
    const bought = await pay(world);
    await lose(bought);
    await deliver();
    expect((await readSale(world, bought.saleId)).status).toBe("completed");
    expect(await kindsOf(bought.saleId, "waiting")).toContain("receipt");
  });

  test("by an unpaid boleto is restored as payable, without mailing its code again", async () => {
    const late = await payLater(world, async () => {}, "boleto");
    await lose(late);
    await compare();
    expect((await readSale(world, late.saleId)).status).toBe("processing");
    expect(await kindsOf(late.saleId, "unconfirmed")).toEqual(["paymentWaiting"]);
    await stripe.settle(late.checkoutId, "succeeded");
    await deliver();
    expect((await readSale(world, late.saleId)).status).toBe("completed");
  });

  test("and repeated after the restore is a duplicate, and refunded", async () => {
    const first = await pay(world);
    await lose(first);
    const second = await pay(world, first);
    await deliver();
    await compare();
    const states = [await readSale(world, first.saleId), await readSale(world, second.saleId)];
    expect(states.map(({ duplicate }) => duplicate).sort()).toEqual([false, true]);
  });
});

test("a log of sent mails prevents each of them from being sent again, also for a sale restored later", async () => {
  const [lost, kept] = [await pay(world), await pay(world)];
  await deliver();
  const log = [lost, kept]
    .map(
      ({ saleId }) =>
        `x ${JSON.stringify({ msg: mailSentMessage, mailKey: `receipt:${saleId}`, kind: "receipt" })}`,
    )
    .join("\n");
  expect(await kindsOf(kept.saleId, "waiting")).toContain("receipt");
  await asOwner(db, `DELETE FROM mails WHERE sale_id = '${lost.saleId}'`);
  const logged = parseSentLines(`${log}\n{"msg":"other"}\nno json a mail was sent {`, mailSentMessage);
  expect(logged).toHaveLength(2);
  expect(await recordSentMails(db, logged, services.clock())).toBe(2);
  expect(await recordSentMails(db, logged, services.clock())).toBe(0);
  expect(await kindsOf(kept.saleId, "waiting")).not.toContain("receipt");
});

test("a checkout without its buyer is shown to an administrator, and restored for the account that they name", async () => {
  const admin = actorOf(await addUser(db));
  const bought = await pay(world);
  await lose(bought);
  // The account is younger than the backup: its buyer registers again.
  await asOwner(db, `DELETE FROM users WHERE id = '${bought.buyer.userId}'`);
  const { list } = await compare();
  expect(list).toMatchObject([{ what: "unknownSale", subject: bought.checkoutId, amount_cents: 4990 }]);
  const again = await makeConsumer(world);
  const ask = async (changes = {}) =>
    rebuildSaleByAdmin(
      services,
      { checkoutId: bought.checkoutId, email: again.email, videoId: undefined, ...changes },
      admin,
    );
  expect(await ask({ email: "nobody@example.com" })).toEqual({ ok: false, error: "unknownBuyer" });
  expect(await ask({ videoId: crypto.randomUUID() })).toEqual({ ok: false, error: "unknownVideo" });
  expect(await ask({ checkoutId: "cs_test_unknown" })).toEqual({ ok: false, error: "unknownCheckout" });
  expect(await ask({ email: ` ${again.email.toUpperCase()} ` })).toEqual({
    ok: true,
    saleId: bought.saleId,
  });
  expect(await ask()).toEqual({ ok: false, error: "known" });
  expect(await findWatchAccess(db, again, bought.videoId)).toMatchObject({ access: "bought" });
  expect(await kindsOf(bought.saleId, "waiting")).toEqual([]);
  const audit = await readRows(db, "audit_entries", { action: "saleRebuilt" }, "action", "target_id");
  expect(audit).toEqual([{ action: "saleRebuilt", target_id: bought.saleId }]);
  expect(await compare()).toMatchObject({ list: [] });
});
