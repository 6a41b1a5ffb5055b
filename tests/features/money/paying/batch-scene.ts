import { loadNextBatch, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { actorOf, addConsumer, addSale, addUser, addVideo } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import type { TestWorld } from "../../../support/test-services";
import { addPayee, day } from "../payouts/payout-scene";

export interface PreparedBatch {
  batchId: string;
  /** The payouts' ids in the order of `prices`. */
  ids: string[];
  creatorIds: string[];
  /** Who prepared it. */
  adminId: string;
}

/**
 * Prepares a batch of one payout for each price, of a new creator each. `names` and `keys`: of the creators, in the
 * same order. `adminId`: who prepares it; a new administrator by default.
 */
export async function prepareBatch(
  world: TestWorld,
  prices: readonly number[],
  {
    names = [],
    keys = [],
    adminId: asked,
  }: { names?: readonly string[]; keys?: readonly string[]; adminId?: string } = {},
): Promise<PreparedBatch> {
  const { db, clock } = world.services;
  // No batch is prepared as it was seen before the last one.
  world.advance(1_000);
  const now = clock();
  const creatorIds: string[] = [];
  for (const [at, amountCents] of prices.entries()) {
    const creator = await addPayee(db, names[at] ?? `Criadora ${at + 1}`);
    const pix_key = keys[at] ?? `criadora${at + 1}@pix.example`;
    await setRows(db, "creator_profiles", { user_id: creator }, { pix_key });
    const video = { consumerId: await addConsumer(db), videoId: await addVideo(db, creator) };
    await addSale(db, { ...video, amountCents, now: new Date(now.getTime() - 30 * day) });
    creatorIds.push(creator);
  }
  const adminId = asked ?? (await addUser(db));
  const { payouts, cents } = await loadNextBatch(db, { creatorIds, asOf: now });
  const prepared = await preparePayouts(
    { db, clock },
    { asOf: now, count: payouts.length, cents, by: actorOf(adminId), creatorIds },
  );
  if (!prepared.ok) throw new Error(prepared.error);
  const rows = await readRows(db, "payouts", { batch_id: prepared.batchId }, "id", "creator_id");
  const idOf = new Map(rows.map(({ id, creator_id }) => [creator_id, id]));
  return { batchId: prepared.batchId, ids: creatorIds.map((id) => idOf.get(id) ?? ""), creatorIds, adminId };
}
