/** The states of a payout and of a refund by bank transfer: what the database lets the application's role write. */
import { expect, test } from "vitest";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type RefundStatus, refundStatuses } from "~/features/money/ledger/sale-status";
import { mayFollow, type PayoutStatus, payoutStatuses } from "~/features/money/payouts/payout-notes";
import { insertRefund } from "~/features/orders/settlement/refunds.queries.server";
import {
  actorOf,
  addAdmin,
  addConsumer,
  addCreator,
  addPreparedPayout,
  addSale,
  addVideo,
} from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const adminId = await addAdmin(db);
const creatorId = await addCreator(db);
const videoId = await addVideo(db, creatorId);
const now = new Date("2026-11-21T12:00:00Z");

/** The columns of a returned transfer. */
const returnOf = (isReturned: boolean) => ({
  return_reason: isReturned ? "Conta encerrada" : null,
  returned_by: isReturned ? adminId : null,
  returned_at: isReturned ? now : null,
});

/** Each state with each other one that may be written next. */
const pairsOf = <From extends string, To extends string>(from: readonly From[], to: readonly To[]) =>
  from.flatMap((status) => to.filter((next) => `${next}` !== status).map((next) => [status, next] as const));

/** Whether the database takes a state after those before it. */
async function isTaken<Status>(
  write: (status: Status) => Promise<void>,
  passed: readonly Status[],
  next: Status,
) {
  for (const status of passed) await write(status);
  return write(next).then(
    () => true,
    () => false,
  );
}

const payoutActions = {
  prepared: "payoutsPrepared",
  paid: "payoutPaid",
  failed: "payoutFailed",
  returned: "payoutReturned",
} as const;

/** Writes a payout's state with all that belongs to it, its audit entry included. */
const writePayout = (id: string) => (status: PayoutStatus) =>
  db.transaction().execute(async (trx) => {
    const isDecided = status !== "prepared";
    const isReturned = status === "returned";
    await insertAuditEntry(trx, actorOf(adminId), {
      action: payoutActions[status],
      target: { kind: "payout", id, label: "x" },
      after: { amountCents: 1_000 },
    });
    const decided = { decided_by: isDecided ? adminId : null, decided_at: isDecided ? now : null };
    const bank_reference = status === "paid" || isReturned ? "E2026" : null;
    const failure = status === "failed" ? "Chave inexistente" : null;
    const end = { status, bank_reference, failure, ...decided, ...returnOf(isReturned) };
    await setRows(trx, "payouts", { id }, end);
  });

const payoutWays: Record<PayoutStatus, readonly PayoutStatus[]> = {
  prepared: [],
  paid: ["paid"],
  failed: ["failed"],
  returned: ["paid", "returned"],
};

test.each(pairsOf(payoutStatuses, payoutStatuses))(
  "a payout in the state %s comes to %s where the rule allows it",
  async (status, next) => {
    const { payoutId } = await addPreparedPayout(db, { creatorId: await addCreator(db), adminId });
    expect(await isTaken(writePayout(payoutId), payoutWays[status], next)).toBe(mayFollow(status, next));
  },
);

/** The same for a refund by bank transfer. */
const writeTransfer = (id: string, saleId: string) => (status: RefundStatus) =>
  db.transaction().execute(async (trx) => {
    const isOpen = status === "requested";
    const isReturned = status === "returned";
    await insertAuditEntry(trx, actorOf(adminId), {
      action: isReturned ? "refundReturned" : "refundEndedByHand",
      target: { kind: "sale", id: saleId, label: "x" },
    });
    const pix_key = isOpen ? "ana@pix.example" : null;
    const ended = { settled_by: isOpen ? null : adminId, failed_at: status === "failed" ? now : null };
    await setRows(trx, "refunds", { id }, { status, pix_key, ...ended, ...returnOf(isReturned) });
  });

const transferWays = {
  requested: [],
  succeeded: ["succeeded"],
  failed: ["failed"],
  returned: ["succeeded", "returned"],
} satisfies Partial<Record<RefundStatus, RefundStatus[]>>;
const transfers = ["requested", "succeeded", "failed", "returned"] as const;
const allowed = ["requested succeeded", "requested failed", "succeeded returned"];

test.each(pairsOf(transfers, refundStatuses))(
  "a refund by bank transfer comes from %s to %s only as it happens",
  async (status, next) => {
    const consumerId = await addConsumer(db);
    const saleId = await addSale(db, { consumerId, videoId });
    const asked = { requestedBy: consumerId, saleId, amountCents: 100, pixKey: "ana@pix.example", now };
    const id = await insertRefund(db, { ...asked, channel: "outside", reason: "withdrawal" });
    const taken = await isTaken<RefundStatus>(writeTransfer(id, saleId), transferWays[status], next);
    expect(taken).toBe(allowed.includes(`${status} ${next}`));
  },
);
