import type { Clock } from "~/integrations/clock";
import { missingError } from "./api-error";
import { findCharge } from "./charges";
import { newId } from "./ids";
import { refundObject } from "./money-objects";
import type { Refund, RefundStatus } from "./money-shapes";
import type { RefundParams } from "./refund-params";
import { checkRefundable } from "./refund-rules";
import type { Store } from "./state";

export type RefundOutcome = "succeeded" | "pending" | "failed";

export type SettleRefundResult =
  | { ok: true; refund: Refund }
  | { ok: false; error: "unknownRefund" | "alreadySo" | "alreadyOver" };

export interface RefundDesk {
  make(params: RefundParams): Refund;
  /** A refund that succeeded may still fail: the buyer's bank would not take it. */
  settle(id: string, status: RefundStatus): SettleRefundResult;
  outcome(): RefundOutcome;
  setOutcome(outcome: RefundOutcome): void;
}

interface RefundDeskOptions {
  store: Store;
  clock: Clock;
  announce: (type: string, object: unknown) => void;
}

export function createRefundDesk({ store, clock, announce }: RefundDeskOptions): RefundDesk {
  const { refunds, charges } = store.state;
  const now = () => Math.floor(clock().getTime() / 1000);
  let outcome: RefundOutcome = "succeeded";
  const find = (id: string) => (Object.hasOwn(refunds, id) ? refunds[id] : undefined);

  function announceRefund(type: string, refund: Refund) {
    announce(`refund.${type}`, refundObject(refund));
    store.save();
  }

  function settle(id: string, status: RefundStatus): SettleRefundResult {
    const refund = find(id);
    if (!refund) return { ok: false, error: "unknownRefund" };
    if (refund.status === status) return { ok: false, error: "alreadySo" };
    if (isOver(refund, status)) return { ok: false, error: "alreadyOver" };
    refund.status = status;
    if (isVoid(status)) refund.failed_at = now();
    const charge = charges[refund.charge];
    if (charge && isVoid(status)) charge.amount_refunded -= refund.amount;
    announceRefund("updated", refund);
    if (status === "failed") announceRefund("failed", refund);
    return { ok: true, refund };
  }

  return {
    make({ payment_intent, amount, metadata, reason }) {
      if (!Object.hasOwn(store.state.intents, payment_intent)) {
        throw missingError("payment_intent", "payment_intent", payment_intent);
      }
      const charge = findCharge(store, payment_intent);
      const { checked, given } = checkRefundable(store.state, charge, payment_intent, amount, now());
      const refund: Refund = {
        id: newId("re_"),
        created: now(),
        charge: checked.id,
        payment_intent,
        amount: given,
        currency: checked.currency,
        metadata: metadata ?? {},
        reason: reason ?? null,
        status: outcome === "succeeded" ? "succeeded" : "pending",
      };
      refunds[refund.id] = refund;
      checked.amount_refunded += given;
      announceRefund("created", refund);
      if (outcome === "failed") settle(refund.id, "failed");
      return refund;
    },
    settle,
    outcome: () => outcome,
    setOutcome(next) {
      outcome = next;
    },
  };
}

const isVoid = (status: RefundStatus) => status === "failed" || status === "canceled";

function isOver({ status }: Refund, next: RefundStatus): boolean {
  return isVoid(status) || (status === "succeeded" && next !== "failed");
}
