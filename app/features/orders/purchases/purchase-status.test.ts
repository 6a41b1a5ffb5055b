import { expect, test } from "vitest";
import type { SaleMoney } from "~/features/ledger/sales/sale-status";
import { decidePurchaseState, type Purchase, type PurchaseState } from "./purchase-status";

const now = new Date("2026-11-21T12:00:00Z");
const later = new Date("2026-11-21T12:30:00Z");
const earlier = new Date("2026-11-21T11:30:00Z");

const money: SaleMoney = {
  amountCents: 4990,
  platformFeeCents: 749,
  providerFeeCents: 0,
  paid: false,
  duplicate: false,
  refunds: [],
  disputes: [],
};
const back = (channel: "provider" | "outside", status: "requested" | "succeeded", amountCents = 4990) => ({
  amountCents,
  status,
  channel,
});
const purchase = (changes: Partial<Purchase>): Purchase => ({
  status: "pending",
  paymentMethod: null,
  awaitingUntil: null,
  checkoutUrl: "https://pay.example/1",
  checkoutExpiresAt: later,
  money,
  otherPurchase: undefined,
  forSale: true,
  backAt: undefined,
  ...changes,
});
const paid = { ...money, paid: true };

test.each<[string, Partial<Purchase>, PurchaseState]>([
  ["an open checkout can be paid", {}, { kind: "pending", payable: true }],
  ["one that lapsed cannot", { checkoutExpiresAt: now }, { kind: "pending", payable: false }],
  ["one that never opened cannot", { checkoutUrl: null }, { kind: "pending", payable: false }],
  [
    "a boleto is waited for until its day",
    { status: "processing", paymentMethod: "boleto", awaitingUntil: later },
    { kind: "awaiting", method: "boleto", until: later },
  ],
  [
    "a Pix until its hour",
    { status: "processing", paymentMethod: "pix", awaitingUntil: later },
    { kind: "awaiting", method: "pix", until: later },
  ],
  [
    "after it the bank's word is on its way",
    { status: "processing", paymentMethod: "boleto", awaitingUntil: earlier },
    { kind: "processing" },
  ],
  ["nothing is said that is not known", { status: "processing" }, { kind: "processing" }],
  ["paid", { status: "completed", money: paid }, { kind: "paid", backCents: 0 }],
  [
    "a part of it back",
    { status: "completed", money: { ...paid, refunds: [back("provider", "succeeded", 1000)] } },
    { kind: "paid", backCents: 1000 },
  ],
  ["failed", { status: "failed" }, { kind: "failed", again: "possible" }],
  [
    "failed, and bought since",
    { status: "failed", otherPurchase: "bought", forSale: false },
    { kind: "failed", again: "bought" },
  ],
  [
    "failed, and another payment is on its way",
    { status: "failed", otherPurchase: "paying" },
    { kind: "failed", again: "paying" },
  ],
  [
    "failed, and not for sale any more",
    { status: "failed", forSale: false },
    { kind: "failed", again: "gone" },
  ],
  ["disputed", { status: "disputed", money: paid }, { kind: "disputed" }],
  [
    "all back",
    { status: "refunded", backAt: now, money: { ...paid, refunds: [back("provider", "succeeded")] } },
    { kind: "refunded", byHand: false, on: now },
  ],
  [
    "all back, by hand, and not yet",
    { status: "refunded", backAt: now, money: { ...paid, refunds: [back("outside", "requested")] } },
    { kind: "refunded", byHand: true, on: now },
  ],
  [
    "paid twice, and still on its way",
    { status: "refunded", money: { ...paid, duplicate: true, refunds: [back("provider", "requested")] } },
    { kind: "paidTwice" },
  ],
  [
    "paid twice, and nothing could go back yet",
    { status: "processing", money: { ...paid, duplicate: true } },
    { kind: "paidTwice" },
  ],
  [
    "paid twice, and back",
    {
      status: "refunded",
      backAt: now,
      money: { ...paid, duplicate: true, refunds: [back("provider", "succeeded")] },
    },
    { kind: "refunded", byHand: false, on: now },
  ],
])("the purchase status: %s", (_, changes, state) => {
  expect(decidePurchaseState(purchase(changes), now)).toEqual(state);
});
