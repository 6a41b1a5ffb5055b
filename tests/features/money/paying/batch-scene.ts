import { loadNextBatch, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { actorOf, addSaleOf, addUser } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import type { TestWorld } from "../../../support/test-services";
import { addPayee, day } from "../payouts/payout-scene";

export interface PreparedBatch {
  batchId: string;
  /** The payouts' ids in the order of `prices`. */
  ids: string[];
  creatorIds: string[];
}

/** Prepares a batch of one payout for each price, of a new creator each. `names`: of the creators, in the same order. */
export async function prepareBatch(
  world: TestWorld,
  prices: readonly number[],
  { names = [] }: { names?: readonly string[] } = {},
): Promise<PreparedBatch> {
  const { db, clock } = world.services;
  // No batch is prepared as it was seen before the last one.
  world.advance(1_000);
  const now = clock();
  const creatorIds: string[] = [];
  for (const [at, amountCents] of prices.entries()) {
    const creator = await addPayee(db, names[at] ?? `Criadora ${at + 1}`);
    const pix_key = `criadora${at + 1}@pix.example`;
    await setRows(db, "creator_profiles", { user_id: creator }, { pix_key });
    await addSaleOf(db, creator, { amountCents, now: new Date(now.getTime() - 30 * day) });
    creatorIds.push(creator);
  }
  const by = actorOf(await addUser(db));
  const { payouts, cents } = await loadNextBatch(db, { creatorIds, asOf: now });
  const seen = { asOf: now, count: payouts.length, cents };
  const prepared = await preparePayouts({ db, clock }, { ...seen, by, creatorIds });
  if (!prepared.ok) throw new Error(prepared.error);
  const rows = await readRows(db, "payouts", { batch_id: prepared.batchId }, "id", "creator_id");
  const idOf = new Map(rows.map(({ id, creator_id }) => [creator_id, id]));
  return { batchId: prepared.batchId, ids: creatorIds.map((id) => idOf.get(id) ?? ""), creatorIds };
}
