import type { Db } from "~/platform/db.server";

export async function findPayoutPerson(db: Db, payoutId: string) {
  return db
    .selectFrom("payouts")
    .select(["creator_id", "status"])
    .where("id", "=", payoutId)
    .executeTakeFirst();
}

export async function findRefundPerson(db: Db, refundId: string) {
  return db
    .selectFrom("refunds")
    .innerJoin("sales", "sales.id", "refunds.sale_id")
    .select(["refunds.sale_id", "sales.consumer_id", "refunds.status"])
    .where("refunds.id", "=", refundId)
    .executeTakeFirst();
}
