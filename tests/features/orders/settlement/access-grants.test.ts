/** The grant of a sale follows its status; forged access is refused or named by the nightly proof. */
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { insertGift } from "~/features/orders/gifts/gifts.queries.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import { openAsOwner } from "../../../support/as-owner";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { addRows, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const owner = await openAsOwner(db);
const creatorId = await addCreator(db);
let consumerId: string;
let videoId: string;

beforeEach(async () => {
  consumerId = await addConsumer(db);
  videoId = await addVideo(db, creatorId);
});

const setStatus = (saleId: string, status: SaleStatus) => setRows(db, "sales", { id: saleId }, { status });
const grantsOf = (userId: string) =>
  db
    .selectFrom("access_grants")
    .select(["reason", "sale_id", "revoke_reason"])
    .where("user_id", "=", userId)
    .orderBy("granted_at")
    .orderBy("id")
    .execute();
const accessOf = async () => (await findWatchAccess(db, { userId: consumerId }, videoId)).access;

test("a sale has one grant, which a dispute revokes and its end restores", async () => {
  const saleId = await addSale(db, { consumerId, videoId });
  const grant = { reason: "sale", sale_id: saleId };
  expect(await grantsOf(consumerId)).toEqual([{ ...grant, revoke_reason: null }]);
  await setStatus(saleId, "disputed");
  expect(await grantsOf(consumerId)).toEqual([{ ...grant, revoke_reason: "disputed" }]);
  expect(await accessOf()).toBe("disputed");
  await setStatus(saleId, "completed");
  expect(await grantsOf(consumerId)).toEqual([{ ...grant, revoke_reason: null }]);
  expect(await accessOf()).toBe("bought");
  await setStatus(saleId, "disputed");
  await setStatus(saleId, "refunded");
  expect(await grantsOf(consumerId)).toEqual([{ ...grant, revoke_reason: "refunded" }]);
  expect(await accessOf()).toBe("mustBuy");
  // As its facts say: nothing was returned.
  await setStatus(saleId, "completed");
});

test("a purchase replaces access that was given free of charge", async () => {
  await owner
    .insertInto("access_grants")
    .values({ user_id: consumerId, product_id: videoId, reason: "guest", granted_at: new Date() })
    .execute();
  expect(await accessOf()).toBe("bought");
  expect(await findAccess(db, { userId: consumerId, productId: videoId })).toBe(true);
  const saleId = await addSale(db, { consumerId, videoId });
  expect(await grantsOf(consumerId)).toEqual(
    expect.arrayContaining([
      { reason: "guest", sale_id: null, revoke_reason: "replaced" },
      { reason: "sale", sale_id: saleId, revoke_reason: null },
    ]),
  );
});

test("an erased account is granted no access", async () => {
  await setRows(db, "users", { id: consumerId }, { erased_at: new Date() });
  const grant = {
    user_id: consumerId,
    product_id: videoId,
    reason: "guest" as const,
    granted_at: new Date(),
  };
  await expect(addRows(owner, "access_grants", grant)).rejects.toMatchObject({
    constraint: "account_erased",
  });
});

/** What the nightly proof finds after forged changes, which are rolled back. */
async function findingsOf(...changes: string[]): Promise<string[]> {
  const found: string[] = [];
  await owner
    .transaction()
    .execute(async (trx) => {
      for (const change of changes) await sql.raw(change).execute(trx);
      const { rows } = await sql<{ what: string }>`SELECT DISTINCT what FROM ledger_run_audit()`.execute(trx);
      found.push(...rows.map(({ what }) => what));
      throw new Error("taken back");
    })
    .catch((error: Error) => {
      if (error.message !== "taken back") throw error;
    });
  return found.filter((what) => what.includes("access")).sort();
}

test("the nightly proof names forged access", async () => {
  const saleId = await addSale(db, { consumerId, videoId });
  const refunded = await addSale(db, { consumerId: await addConsumer(db), videoId, status: "refunded" });
  const other = await addVideo(db, creatorId);
  const differs = "audit: access: status differs from the facts";
  expect(await findingsOf("SELECT 1")).toEqual([]);
  expect(await findingsOf(`UPDATE sales SET status = 'completed' WHERE id = '${refunded}'`)).toEqual([
    differs,
  ]);
  expect(await findingsOf(`UPDATE sales SET status = 'disputed' WHERE id = '${saleId}'`)).toEqual([differs]);
  const missing = "audit: access: completed sale without its grant";
  expect(
    await findingsOf(
      `UPDATE access_grants SET revoked_at = now(), revoke_reason = 'refunded' WHERE sale_id = '${saleId}'`,
    ),
  ).toEqual([missing]);
  const unfounded = "audit: access: grant without its completed sale";
  expect(
    await findingsOf(
      `INSERT INTO access_grants (user_id, product_id, reason, sale_id, granted_at)
        SELECT consumer_id, video_id, 'sale', id, now() FROM sales WHERE id = '${refunded}'`,
    ),
  ).toEqual([unfounded]);
  expect(
    await findingsOf(`UPDATE access_grants SET product_id = '${other}' WHERE sale_id = '${saleId}'`),
  ).toEqual([unfounded]);
});

test("the nightly proof names forged gifts", async () => {
  const saleId = await addSale(db, { consumerId, videoId, isGift: true });
  await insertGift(db, { saleId, locale: "pt", email: "a@b.c", message: null, deliverAt: null });
  const [friend, forger] = [await addConsumer(db), await addConsumer(db)];
  await takeAccess({ db, clock: () => new Date() }, { kind: "gift", id: saleId, version: 0 }, friend);
  expect(await findingsOf("SELECT 1")).toEqual([]);
  const forged = (reason: string, of: string) =>
    `INSERT INTO access_grants (user_id, product_id, reason, sale_id, granted_at)
      VALUES ('${forger}', '${videoId}', '${reason}', '${of}', now())`;
  const unfounded = "audit: access: grant without what it is given for";
  const otherSale = await addSale(db, { consumerId, videoId, isGift: true });
  await insertGift(db, { saleId: otherSale, locale: "pt", email: "a@b.c", message: null, deliverAt: null });
  // Of a gift that nobody took, and of one that somebody else took.
  expect(await findingsOf(forged("gift", otherSale))).toEqual([unfounded]);
  expect(
    await findingsOf(`UPDATE access_grants SET user_id = '${forger}' WHERE sale_id = '${saleId}'`),
  ).toEqual(["audit: access: given and not granted", unfounded]);
  // As if its buyer had bought it for themself.
  expect(await findingsOf(forged("sale", otherSale))).toEqual([
    "audit: access: grant without its completed sale",
  ]);
  const freely = "ALTER TABLE gifts DISABLE TRIGGER gifts_guard";
  const taken = "audit: access: gift of an ordinary sale, or taken by its giver or creator";
  expect(
    await findingsOf(
      freely,
      `UPDATE gifts SET taken_by = '${consumerId}', taken_at = now() WHERE sale_id = '${otherSale}'`,
    ),
  ).toContain(taken);
  const own = await addSale(db, { consumerId: forger, videoId });
  expect(
    await findingsOf(
      freely,
      `INSERT INTO gifts (sale_id, locale, taken_by, taken_at) VALUES ('${own}', 'pt', '${friend}', now())`,
    ),
  ).toContain(taken);
});
