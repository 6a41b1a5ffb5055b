/** What the database lets the application's role make of a refund by bank transfer. */
import { expect, test } from "vitest";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type RefundStatus, refundStatuses } from "~/features/money/ledger/sale-status";
import { insertRefund } from "~/features/orders/settlement/refunds.queries.server";
import { actorOf, addConsumer, addCreator, addSale, addUser, addVideo } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const adminId = await addUser(db);
const videoId = await addVideo(db, await addCreator(db));
const now = new Date("2026-11-21T12:00:00Z");

let saleId: string;

async function addTransfer(): Promise<string> {
  const consumerId = await addConsumer(db);
  saleId = await addSale(db, { consumerId, videoId });
  const refund = {
    requestedBy: consumerId,
    saleId,
    amountCents: 100,
    channel: "outside",
    reason: "withdrawal",
  } as const;
  return insertRefund(db, { ...refund, pixKey: "ana@pix.example", now });
}

/** Writes a status with all that belongs to it. */
async function write(id: string, status: RefundStatus): Promise<void> {
  const isReturned = status === "returned";
  await db.transaction().execute(async (trx) => {
    await insertAuditEntry(trx, actorOf(adminId), {
      action: isReturned ? "refundReturned" : "refundEndedByHand",
      target: { kind: "sale", id: saleId, label: "x" },
    });
    await trx
      .updateTable("refunds")
      .set({
        status,
        pix_key: status === "requested" ? "ana@pix.example" : null,
        settled_by: status === "requested" ? null : adminId,
        failed_at: status === "failed" ? now : null,
        returned_by: isReturned ? adminId : null,
        returned_at: isReturned ? now : null,
        return_reason: isReturned ? "Conta encerrada" : null,
      })
      .where("id", "=", id)
      .execute();
  });
}

/** The statuses on the way to each that a transfer can have. */
const ways = {
  requested: [],
  succeeded: ["succeeded"],
  failed: ["failed"],
  returned: ["succeeded", "returned"],
} as const;
const allowed = ["requested succeeded", "requested failed", "succeeded returned"];

const pairs = (Object.keys(ways) as (keyof typeof ways)[]).flatMap((status) =>
  refundStatuses.filter((next) => next !== status).map((next) => [status, next] as const),
);

test.each(pairs)("a refund by bank transfer comes from %s to %s only as it happens", async (status, next) => {
  const id = await addTransfer();
  for (const passed of ways[status]) await write(id, passed);
  const written = await write(id, next).then(
    () => true,
    () => false,
  );
  expect(written).toBe(allowed.includes(`${status} ${next}`));
});
