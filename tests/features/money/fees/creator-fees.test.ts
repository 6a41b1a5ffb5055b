/** A creator's own fee: the sales that it holds for, its audit entry, and what a forger cannot do unseen. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { dayOf } from "~/features/base/money/days";
import { platformShareBp } from "~/features/base/money/platform-share";
import { changeFee, writeFeeChanged } from "~/features/money/fees/change-fee.server";
import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { earliestFeeStart } from "~/features/money/fees/rule-forms";
import { showOwnShare } from "~/features/money/fees/show-fees.server";
import { decideRequest } from "~/features/office/people/requests.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import { asOwner } from "../../../support/as-owner";
import { addConsumer, addCoupon, addCreator, addSale, addUser, addVideo } from "../../../support/rows";
import { addRows, findRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const dayMs = 24 * 60 * 60 * 1000;

async function addAdmin(): Promise<string> {
  const id = await addUser(db);
  const created_at = new Date("2026-01-01");
  await addRows(db, "user_roles", { user_id: id, role: "admin", created_at });
  return id;
}

const admin = { userId: await addAdmin(), email: "admin@example.com", address: null, browser: null };
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
  return db
    .selectFrom("sales")
    .select(["id", "amount_cents", "platform_share_bp", "platform_fee_cents", "creator_earnings_cents"])
    .where("consumer_id", "=", userId)
    .executeTakeFirstOrThrow();
}

const shown = (day: string) => day.split("-").reverse().join("/");

const write = (feeId: string) =>
  writeFeeChanged(
    { id: randomUUID(), userId: creatorId, saleId: null, facts: { feeId } },
    {
      db,
      texts: serverPageTexts("pt"),
      appUrl: "https://sabia.example",
      now: services.clock(),
      secret: "",
      urlOf: (path) => `https://sabia.example${path}`,
    },
  );

const violations = async () =>
  (await sql<{ what: string; id: string }>`SELECT * FROM fee_violations`.execute(db)).rows;

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
    expect(await findRow(db, "sales", { id: before.id }, "platform_share_bp")).toEqual({
      platform_share_bp: 1_500,
    });
    expect(await showOwnShare(services, creatorId)).toMatchObject({ now: { platform: "10" }, next: null });
    expect(await violations()).toEqual([]);
  });

  test("is mailed to the creator once when it is set, with the share until then", async () => {
    const id = randomUUID();
    const from = tomorrow();
    const past = await buy();
    await set(1_250, from, id);
    await set(1_250, from, id);
    const mails = await db
      .selectFrom("mails")
      .select(["kind", "key", "user_id", "facts"])
      .where("user_id", "=", creatorId)
      .where("kind", "=", "feeChanged")
      .execute();
    expect(mails).toEqual([
      { kind: "feeChanged", key: `feeChanged:${id}`, user_id: creatorId, facts: { feeId: id } },
    ]);
    const written = await write(id);
    const words = JSON.stringify(written);
    expect(written?.subject).toBe(`Sua parte de cada venda a partir de ${shown(from)}`);
    for (const part of ["Parceria", "87,5% para você", "12,5% de comissão", "85% para você"])
      expect(words).toContain(part);
    expect(words).not.toContain(past.id);
  });

  test("is not mailed if another one replaces it before the mail is sent", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await set(1_000, tomorrow(), first);
    await set(2_000, tomorrow(), second);
    expect(await write(first)).toBeUndefined();
    expect(JSON.stringify(await write(second))).toContain("80% para você");
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
    const entries = await db
      .selectFrom("audit_entries")
      .select(["before", "after", "reason", "actor_email"])
      .where("action", "=", "creatorFeeChanged")
      .where("target_id", "=", creatorId)
      .execute();
    expect(entries).toEqual([
      {
        before: { feeBp: 1_500 },
        after: { feeBp: 1_250, from },
        reason: "Parceria",
        actor_email: admin.email,
      },
    ]);
  });

  test("is refused for today and for a person who is not a creator", async () => {
    expect(await set(1_000, dayOf(services.clock()))).toEqual({ ok: false, error: "past" });
    creatorId = await addConsumer(db);
    expect(await set(1_000)).toEqual({ ok: false, error: "notFound" });
  });

  test("splits a sale with the platform's coupon so that the creator loses nothing", async () => {
    await addCoupon(db, {
      creatorId: null,
      code: `P${Date.now()}`,
      percent: null,
      amountCents: 300,
      now: services.clock(),
    });
    const { code } = await db
      .selectFrom("coupons")
      .select("code")
      .where("creator_id", "is", null)
      .executeTakeFirstOrThrow();
    await set(1_000);
    world.advance(dayMs);
    const sale = await buy(code);
    expect(sale.amount_cents).toBe(4_690);
    expect(sale.creator_earnings_cents).toBeGreaterThanOrEqual(4_491);
    expect(await violations()).toEqual([]);
  });
});

describe("two required administrators", () => {
  const env = { ...services.env, PAYOUT_TWO_PEOPLE: true };

  test("let a fee wait until another administrator approves it", async () => {
    const other = await addAdmin();
    const id = randomUUID();
    const change = { id, creatorId, bp: 500, from: tomorrow(), reason: "Parceria" };
    const asked = await changeFee({ db, env }, change, by());
    expect(asked).toEqual({ ok: true, repeated: false, waiting: true });
    const at = new Date(services.clock().getTime() + dayMs);
    expect(await findCreatorFeeBp(db, creatorId, at)).toBe(1_500);
    expect(await decideRequest(services, { id, decision: "approved", by: by() })).toEqual({
      ok: false,
      error: "samePerson",
    });
    const second = { ...by(), userId: other, email: "other@example.com" };
    expect(await decideRequest(services, { id, decision: "approved", by: second })).toEqual({ ok: true });
    expect(await findCreatorFeeBp(db, creatorId, at)).toBe(500);
  });
});

describe("a forger with the application's role", () => {
  const row = (from: string) =>
    sql`INSERT INTO creator_fees (id, creator_id, share_bp, valid_from, reason, created_by, created_at)
      VALUES (gen_random_uuid(), ${creatorId}, 0, ${sql.raw(from)}, 'x', ${admin.userId}, now())`;

  test("cannot set a fee without its audit entry, nor for a day that has begun", async () => {
    await expect(row("current_date + 2").execute(db)).rejects.toMatchObject({
      constraint: "creator_fees_audited",
    });
    await expect(row("current_date - 2").execute(db)).rejects.toMatchObject({
      constraint: "creator_fees_not_past",
    });
  });

  test("cannot change or delete a fee", async () => {
    await set(1_000);
    await expect(sql`UPDATE creator_fees SET share_bp = 0`.execute(db)).rejects.toThrow("permission denied");
    await expect(sql`DELETE FROM creator_fees`.execute(db)).rejects.toThrow("permission denied");
  });

  test("cannot set a fee alone if the database requires two people", async () => {
    await asOwner(db, "UPDATE two_people_settings SET required = true");
    try {
      await expect(row("current_date + 2").execute(db)).rejects.toMatchObject({
        constraint: "second_person",
      });
    } finally {
      await asOwner(db, "UPDATE two_people_settings SET required = false");
    }
  });

  test("is named by the nightly audit after adding a sale with a lower share", async () => {
    const sale = await addSale(db, { consumerId: await addConsumer(db), videoId, shareBp: 100 });
    expect(await violations()).toContainEqual({
      what: "fee: share of a sale is not its creator's",
      id: sale,
    });
    const { rows } = await sql<{ id: string }>`SELECT * FROM ledger_run_audit()`.execute(db);
    expect(rows).toContainEqual({
      what: "audit: fee: share of a sale is not its creator's",
      id: sale,
      off_by_cents: 0,
    });
  });

  test("cannot mark a sale as rebuilt, which would hide its share from the audit", async () => {
    const sale = await addSale(db, { consumerId: await addConsumer(db), videoId, shareBp: 100 });
    const copy = sql`INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp,
        platform_fee_cents, creator_earnings_cents, status, created_at, rebuilt_at)
      SELECT video_id, consumer_id, amount_cents, currency, 0, 0, amount_cents, 'pending', created_at, now()
      FROM sales WHERE id = ${sale}`;
    await expect(copy.execute(db)).rejects.toThrow("permission denied");
    await expect(sql`UPDATE sales SET rebuilt_at = now()`.execute(db)).rejects.toThrow("permission denied");
    await expect(
      sql`INSERT INTO sale_rebuilds VALUES (${sale}, 'cs_1', 100, now())`.execute(db),
    ).rejects.toThrow("permission denied");
  });

  test("is named after marking a sale past the database's rights, because the fact is missing", async () => {
    const sale = await addSale(db, { consumerId: await addConsumer(db), videoId, shareBp: 100 });
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
