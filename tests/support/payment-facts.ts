/** What the provider reports of a payment of R$ 49,90, whose ids end with `name`. */
import type { EntryReason } from "~/features/money/ledger/movement-position";
import { resettle } from "~/features/orders/settlement/resettle.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import { lockSale } from "~/features/orders/settlement/settlement.queries.server";
import type { ChargeFact, CheckoutFact, DisputeFact, RefundFact } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import { addRow } from "./tables";

const money = { amountCents: 4990, currency: "BRL" };
const createdAt = new Date("2026-11-21T12:00:00Z");

/** A checkout that is paid as it completes. */
export function checkoutFact(name: string, saleId: string, more: Partial<CheckoutFact> = {}): CheckoutFact {
  return {
    kind: "checkoutCompleted",
    checkoutId: `cs_${name}`,
    paymentId: `pi_${name}`,
    saleId,
    url: undefined,
    status: "complete",
    paid: true,
    expiresAt: createdAt,
    ...money,
    ...more,
  };
}

export function chargeFact(name: string, saleId: string, more: Partial<ChargeFact> = {}): ChargeFact {
  return {
    kind: "charge",
    chargeId: `ch_${name}`,
    paymentId: `pi_${name}`,
    saleId,
    method: "card",
    feeCents: undefined,
    ...money,
    ...more,
  };
}

/** A refund that succeeded, of the full amount. */
export function refundFact(name: string, more: Partial<RefundFact> = {}): RefundFact {
  return {
    kind: "refund",
    refundId: `re_${name}`,
    ownId: undefined,
    failure: undefined,
    paymentId: `pi_${name}`,
    status: "succeeded",
    createdAt,
    ...money,
    ...more,
  };
}

export function disputeFact(
  name: string,
  status: DisputeFact["status"],
  more: Partial<DisputeFact> = {},
): DisputeFact {
  return {
    kind: "dispute",
    disputeId: `dp_${name}`,
    paymentId: `pi_${name}`,
    reason: "fraud",
    status,
    createdAt,
    ...money,
    ...more,
  };
}

/** Settles a sale by a fact, in one transaction. `at`: when the fact happened, if it is an event. */
export function settle(db: Db, fact: Parameters<typeof settleSale>[1], now: Date, at?: Date) {
  return db.transaction().execute((trx) => settleSale(trx, fact, now, at));
}

/** Posts to the ledger what has changed of a sale. */
export async function settleAgain(db: Db, saleId: string, reason: EntryReason, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sale = await lockSale(trx, { saleId });
    if (sale) await resettle(trx, sale, reason, now);
  });
}

/** Returns a part of a sale's amount through the provider, and posts it. Returns the refund's id. */
export async function refundPart(db: Db, saleId: string, cents: number, now: Date): Promise<string> {
  const { id } = await addRow(db, "refunds", {
    sale_id: saleId,
    amount_cents: cents,
    status: "succeeded",
    channel: "provider",
    reason: "provider",
    provider_refund_id: `re_${crypto.randomUUID()}`,
    created_at: now,
  });
  await settleAgain(db, saleId, "refund", now);
  return id;
}
