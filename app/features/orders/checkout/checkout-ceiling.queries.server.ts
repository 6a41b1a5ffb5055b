import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { checkoutsAnHour } from "./checkout-ceiling";

const hourMs = 60 * 60_000;

interface Purchase {
  consumerId: string;
  videoId: string;
}

/**
 * Returns whether a new checkout of this video would exceed the buyer's limit in this hour; an open one is not counted
 * again. Locks the buyer until the transaction ends, so that of two at once the second counts the first.
 */
export async function opensTooManyCheckouts(trx: Db, purchase: Purchase, now: Date): Promise<boolean> {
  // Without the lock, so that repeated requests need not wait for each other.
  if (await hasOpenSale(trx, purchase)) return false;
  const buyer = await trx
    .selectFrom("users")
    .select("checkouts_an_hour")
    .where("id", "=", purchase.consumerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (await hasOpenSale(trx, purchase)) return false;
  const { opened } = await trx
    .selectFrom("sales")
    .select(sql<number>`count(*)::int`.as("opened"))
    .where("consumer_id", "=", purchase.consumerId)
    .where("created_at", ">", new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow();
  return opened >= (buyer?.checkouts_an_hour ?? checkoutsAnHour);
}

async function hasOpenSale(trx: Db, { consumerId, videoId }: Purchase): Promise<boolean> {
  const sale = await trx
    .selectFrom("sales")
    .select("id")
    .where("consumer_id", "=", consumerId)
    .where("video_id", "=", videoId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return sale !== undefined;
}
