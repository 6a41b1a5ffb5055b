/** The rule of a payout's states, against what the database lets the application's role write. */
import { expect, test } from "vitest";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { mayFollow, type PayoutStatus, payoutStatuses } from "~/features/money/payouts/payout-notes";
import { actorOf, addAdmin, addCreator, addPreparedPayout } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const adminId = await addAdmin(db);

const actions = {
  prepared: "payoutsPrepared",
  paid: "payoutPaid",
  failed: "payoutFailed",
  returned: "payoutReturned",
} as const;

/** Writes a state with all that belongs to it, its audit entry included. */
async function write(payoutId: string, status: PayoutStatus): Promise<void> {
  const isDecided = status !== "prepared";
  const isReturned = status === "returned";
  const now = new Date("2026-11-21T12:00:00Z");
  await db.transaction().execute(async (trx) => {
    await insertAuditEntry(trx, actorOf(adminId), {
      action: actions[status],
      target: { kind: "payout", id: payoutId, label: "x" },
      after: { amountCents: 1_000 },
    });
    await trx
      .updateTable("payouts")
      .set({
        status,
        bank_reference: status === "paid" || isReturned ? "E2026" : null,
        failure: status === "failed" ? "Chave inexistente" : null,
        decided_by: isDecided ? adminId : null,
        decided_at: isDecided ? now : null,
        return_reason: isReturned ? "Conta encerrada" : null,
        returned_by: isReturned ? adminId : null,
        returned_at: isReturned ? now : null,
      })
      .where("id", "=", payoutId)
      .execute();
  });
}

/** The states on the way to each. */
const ways: Record<PayoutStatus, readonly PayoutStatus[]> = {
  prepared: [],
  paid: ["paid"],
  failed: ["failed"],
  returned: ["paid", "returned"],
};

const pairs = payoutStatuses.flatMap((status) =>
  payoutStatuses.filter((next) => next !== status).map((next) => [status, next] as const),
);

test.each(pairs)("a payout in the state %s comes to %s where the rule allows it", async (status, next) => {
  const { payoutId } = await addPreparedPayout(db, { creatorId: await addCreator(db), adminId });
  for (const passed of ways[status]) await write(payoutId, passed);
  const written = await write(payoutId, next).then(
    () => true,
    () => false,
  );
  expect(written).toBe(mayFollow(status, next));
});
