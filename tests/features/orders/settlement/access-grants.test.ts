/** The grant of a sale follows its status; forged access is refused or named by the nightly proof. */
import { beforeEach, expect, test } from "vitest";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import { openAsOwner } from "../../../support/as-owner";
import { findForged } from "../../../support/proofs";
import { addConsumer, addCreator, addGift, addSale, addVideo } from "../../../support/rows";
import { addRows, readInOrder, setRows } from "../../../support/tables";
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
  readInOrder(db, "access_grants", { user_id: userId }, ["id"], "reason", "sale_id", "revoke_reason");
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
  const guest = {
    user_id: consumerId,
    product_id: videoId,
    reason: "guest",
    granted_at: new Date(),
  } as const;
  await addRows(owner, "access_grants", guest);
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

/** What the nightly proof finds about access after forged changes, which are rolled back. */
async function findingsOf(...changes: string[]): Promise<string[]> {
  const found = await findForged(owner, "ledger_run_audit()", ...changes);
  return found.filter((what) => what.includes("access"));
}

test("the nightly proof names forged access", async () => {
  const saleId = await addSale(db, { consumerId, videoId });
  const refunded = await addSale(db, { consumerId: await addConsumer(db), videoId, status: "refunded" });
  const other = await addVideo(db, creatorId);
  const differs = "audit: access: status differs from the facts";
  const missing = "audit: access: completed sale without its grant";
  const unfounded = "audit: access: grant without its completed sale";
  expect(await findingsOf()).toEqual([]);
  for (const [change, named] of [
    [`UPDATE sales SET status = 'completed' WHERE id = '${refunded}'`, differs],
    [`UPDATE sales SET status = 'disputed' WHERE id = '${saleId}'`, differs],
    [
      `UPDATE access_grants SET revoked_at = now(), revoke_reason = 'refunded' WHERE sale_id = '${saleId}'`,
      missing,
    ],
    [
      `INSERT INTO access_grants (user_id, product_id, reason, sale_id, granted_at)
        SELECT consumer_id, video_id, 'sale', id, now() FROM sales WHERE id = '${refunded}'`,
      unfounded,
    ],
    [`UPDATE access_grants SET product_id = '${other}' WHERE sale_id = '${saleId}'`, unfounded],
  ] as const)
    expect(await findingsOf(change), change).toEqual([named]);
});

test("the nightly proof names forged gifts", async () => {
  const saleId = await addGift(db, { consumerId, videoId });
  const [friend, forger] = [await addConsumer(db), await addConsumer(db)];
  await takeAccess({ db, clock: () => new Date() }, { kind: "gift", id: saleId, version: 0 }, friend);
  const untaken = await addGift(db, { consumerId, videoId });
  const ordinary = await addSale(db, { consumerId: await addConsumer(db), videoId });
  expect(await findingsOf()).toEqual([]);
  const forged = (reason: string) =>
    `INSERT INTO access_grants (user_id, product_id, reason, sale_id, granted_at)
      VALUES ('${forger}', '${videoId}', '${reason}', '${untaken}', now())`;
  const freely = "ALTER TABLE gifts DISABLE TRIGGER gifts_guard";
  const unfounded = "audit: access: grant without what it is given for";
  const taken = "audit: access: gift of an ordinary sale, or taken by its giver or creator";
  for (const [changes, named] of [
    // Of a gift that nobody took, and of one that somebody else took.
    [[forged("gift")], unfounded],
    [[`UPDATE access_grants SET user_id = '${forger}' WHERE sale_id = '${saleId}'`], unfounded],
    // As if its buyer had bought it for themself.
    [[forged("sale")], "audit: access: grant without its completed sale"],
    [
      [freely, `UPDATE gifts SET taken_by = '${consumerId}', taken_at = now() WHERE sale_id = '${untaken}'`],
      taken,
    ],
    [
      [
        freely,
        `INSERT INTO gifts (sale_id, locale, taken_by, taken_at) VALUES ('${ordinary}', 'pt', '${friend}', now())`,
      ],
      taken,
    ],
  ] as const)
    expect(await findingsOf(...changes), changes.join()).toContain(named);
});
