/** A creator's own fee: the sales that it holds for, its audit entry, and what a forger cannot do unseen. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { platformShareBp } from "~/features/base/money/platform-share";
import { changeFee, writeFeeChanged } from "~/features/money/fees/change-fee.server";
import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { earliestFeeStart } from "~/features/money/fees/rule-forms";
import { showOwnShare } from "~/features/money/fees/show-fees.server";
import { decideRequest } from "~/features/office/people/requests.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { dayOf } from "~/i18n/days";
import { asOwner, whileTwoPeopleAreRequired } from "../../../support/as-owner";
import { writeMail } from "../../../support/mails";
import { readProof } from "../../../support/proofs";
import { addAdmin, addConsumer, addCoupon, addCreator, addSaleOf, addVideo } from "../../../support/rows";
import { readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const dayMs = 24 * 60 * 60 * 1000;

const longAgo = new Date("2026-01-01");
const admin = {
  userId: await addAdmin(db, longAgo),
  email: "admin@example.com",
  address: null,
  browser: null,
};
const by = () => ({ ...admin, at: services.clock() });
let creatorId: string;
let videoId: string;

beforeEach(async () => {
  creatorId = await addCreator(db);
  videoId = await addVideo(db, creatorId);
  await setRows(db, "videos", { id: videoId }, { price_cents: 4_990 });
});

const tomorrow = () => earliestFeeStart(services.clock());
const set = (bp: number, from = tomorrow(), id: string = randomUUID()) =>
  changeFee(services, { id, creatorId, bp, from, reason: "Parceria" }, by());

async function buy(coupon?: string) {
  const userId = await addConsumer(db);
  await buyVideo(services, { userId, email: `${userId}@example.com` }, videoId, "pt", { coupon });
  return readRow(db, "sales", { consumer_id: userId });
}

const write = (feeId: string) =>
  writeMail(writeFeeChanged, db, { userId: creatorId, facts: { feeId }, now: services.clock() });

const violations = () => readProof(db, "fee_violations");

describe("a creator's fee", () => {
  test("is the default until another one is set", async () => {
    expect(await findCreatorFeeBp(db, creatorId, services.clock())).toBe(platformShareBp);
    expect(await buy()).toMatchObject({ platform_share_bp: 1_500, platform_fee_cents: 749 });
  });

  test("applies to sales from its day on; earlier sales keep theirs", async () => {
    const before = await buy();
    expect(await set(1_000)).toEqual({ ok: true, repeated: false });
    expect(await showOwnShare(services, creatorId)).toMatchObject({
      now: { platform: "15", creator: "85" },
      next: { platform: "10", creator: "90" },
    });
    expect(await buy()).toMatchObject({ platform_share_bp: 1_500 });
    world.advance(dayMs);
    const after = await buy();
    expect(after).toMatchObject({ platform_share_bp: 1_000, platform_fee_cents: 499 });
    expect(await readRow(db, "sales", { id: before.id })).toMatchObject({ platform_share_bp: 1_500 });
    expect(await showOwnShare(services, creatorId)).toMatchObject({ now: { platform: "10" }, next: null });
    expect(await violations()).toEqual([]);
  });

  test("is mailed to the creator once when it is set, with the share until then", async () => {
    const id = randomUUID();
    const from = tomorrow();
    const past = await buy();
    await set(1_250, from, id);
    await set(1_250, from, id);
    const mails = await readRows(db, "mails", { user_id: creatorId, kind: "feeChanged" }, "key", "facts");
    expect(mails).toEqual([{ key: `feeChanged:${id}`, facts: { feeId: id } }]);
    const words = await write(id);
    const subject = `Sua parte de cada venda a partir de ${from.split("-").reverse().join("/")}`;
    for (const part of [subject, "Parceria", "87,5% para você", "12,5% de comissão", "85% para você"])
      expect(words).toContain(part);
    expect(words).not.toContain(past.id);
  });

  test("is not mailed if another one replaces it before the mail is sent", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await set(1_000, tomorrow(), first);
    await set(2_000, tomorrow(), second);
    expect(await write(first)).toBeUndefined();
    expect(await write(second)).toContain("80% para você");
  });

  test("set again for the same day is replaced, and another creator's stays", async () => {
    await set(1_000);
    await set(2_000);
    const at = new Date(services.clock().getTime() + dayMs);
    expect(await findCreatorFeeBp(db, creatorId, at)).toBe(2_000);
    expect(await findCreatorFeeBp(db, await addCreator(db), at)).toBe(1_500);
  });

  test("is set once by a form that is sent twice, with one audit entry that has both values", async () => {
    const id = randomUUID();
    const from = tomorrow();
    await set(1_250, from, id);
    expect(await set(1_250, from, id)).toEqual({ ok: true, repeated: true });
    const changed = { action: "creatorFeeChanged", target_id: creatorId } as const;
    const recorded = { reason: "Parceria", actor_email: admin.email };
    expect(await readRows(db, "audit_entries", changed)).toMatchObject([
      { before: { feeBp: 1_500 }, after: { feeBp: 1_250, from }, ...recorded },
    ]);
  });

  test("is refused for today and for a person who is not a creator", async () => {
    expect(await set(1_000, dayOf(services.clock()))).toEqual({ ok: false, error: "past" });
    creatorId = await addConsumer(db);
    expect(await set(1_000)).toEqual({ ok: false, error: "notFound" });
  });

  test("splits a sale with the platform's coupon so that the creator loses nothing", async () => {
    const terms = { creatorId: null, code: "SABIA", percent: null, amountCents: 300 };
    await addCoupon(db, { ...terms, now: services.clock() });
    await set(1_000);
    world.advance(dayMs);
    const sale = await buy("SABIA");
    expect(sale.amount_cents).toBe(4_690);
    expect(sale.creator_earnings_cents).toBeGreaterThanOrEqual(4_491);
    expect(await violations()).toEqual([]);
  });
});

test("a fee waits for another administrator where two people are required", async () => {
  const env = { ...services.env, PAYOUT_TWO_PEOPLE: true };
  const other = { ...by(), userId: await addAdmin(db, longAgo), email: "other@example.com" };
  const id = randomUUID();
  const change = { id, creatorId, bp: 500, from: tomorrow(), reason: "Parceria" };
  const asked = await changeFee({ db, env }, change, by());
  expect(asked).toEqual({ ok: true, repeated: false, waiting: true });
  const at = new Date(services.clock().getTime() + dayMs);
  expect(await findCreatorFeeBp(db, creatorId, at)).toBe(1_500);
  const decide = (person: typeof other) => decideRequest(services, { id, decision: "approved", by: person });
  expect(await decide({ ...other, ...by() })).toEqual({ ok: false, error: "samePerson" });
  expect(await decide(other)).toEqual({ ok: true });
  expect(await findCreatorFeeBp(db, creatorId, at)).toBe(500);
});

describe("a forger with the application's role", () => {
  const forge = (from: string) =>
    sql`INSERT INTO creator_fees (id, creator_id, share_bp, valid_from, reason, created_by, created_at)
      VALUES (gen_random_uuid(), ${creatorId}, 0, ${sql.raw(from)}, 'x', ${admin.userId}, now())`.execute(db);

  test("cannot set a fee without its audit entry, nor for a day that has begun", async () => {
    await expect(forge("current_date + 2")).rejects.toMatchObject({ constraint: "creator_fees_audited" });
    await expect(forge("current_date - 2")).rejects.toMatchObject({ constraint: "creator_fees_not_past" });
  });

  test("cannot set a fee alone if the database requires two people", async () => {
    await whileTwoPeopleAreRequired(db, async () => {
      await expect(forge("current_date + 2")).rejects.toMatchObject({ constraint: "second_person" });
    });
  });

  test("is named by the nightly audit after adding a sale with a lower share", async () => {
    const id = await addSaleOf(db, creatorId, { shareBp: 100 });
    const what = "fee: share of a sale is not its creator's";
    expect(await violations()).toContainEqual({ what, id });
    const audited = await readProof(db, "ledger_run_audit()");
    expect(audited).toContainEqual({ what: `audit: ${what}`, id, off_by_cents: 0 });
  });

  test("is named after marking a sale past the database's rights, because the fact is missing", async () => {
    const sale = await addSaleOf(db, creatorId, { shareBp: 100 });
    await asOwner(
      db,
      `ALTER TABLE sales DISABLE TRIGGER USER; UPDATE sales SET rebuilt_at = now() WHERE id = '${sale}';
       ALTER TABLE sales ENABLE TRIGGER USER`,
    );
    expect((await violations()).filter(({ id }) => id === sale)).toEqual([
      { what: "fee: share of a sale is not its creator's", id: sale },
      { what: "fee: sale is marked as rebuilt and its fact is missing", id: sale },
    ]);
  });

  test("cannot move a rebuilt sale to another checkout", async () => {
    const buyer = await addConsumer(db);
    const id = randomUUID();
    await sql`SELECT rebuild_sale(${id}, ${videoId}, ${buyer}, 4990, 'BRL', 1000, ${`cs_${id}`}, 'Yoga', now(), now())`.execute(
      db,
    );
    const named = async () => (await violations()).filter((found) => found.id === id).length;
    expect(await named()).toBe(0);
    await setRows(db, "sales", { id }, { provider_checkout_id: `cs_other_${id}` });
    expect(await named()).toBe(2);
  });
});
