import { expect, test } from "vitest";
import type { SaleMoney } from "~/features/money/ledger/sale-status";
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
  ["an open checkout is pending and payable", {}, { kind: "pending", payable: true }],
  ["an expired checkout is not payable", { checkoutExpiresAt: now }, { kind: "pending", payable: false }],
  ["a checkout that never opened is not payable", { checkoutUrl: null }, { kind: "pending", payable: false }],
  [
    "a boleto is awaited until its day",
    { status: "processing", paymentMethod: "boleto", awaitingUntil: later },
    { kind: "awaiting", method: "boleto", until: later },
  ],
  [
    "a Pix is awaited until its hour",
    { status: "processing", paymentMethod: "pix", awaitingUntil: later },
    { kind: "awaiting", method: "pix", until: later },
  ],
  [
    "a boleto past its day is processing",
    { status: "processing", paymentMethod: "boleto", awaitingUntil: earlier },
    { kind: "processing" },
  ],
  ["a payment without a method is processing", { status: "processing" }, { kind: "processing" }],
  ["a paid sale is paid", { status: "completed", money: paid }, { kind: "paid", backCents: 0 }],
  [
    "a partial refund is listed with the paid sale",
    { status: "completed", money: { ...paid, refunds: [back("provider", "succeeded", 1000)] } },
    { kind: "paid", backCents: 1000 },
  ],
  ["a failed sale can be bought again", { status: "failed" }, { kind: "failed", again: "possible" }],
  [
    "a failed sale was bought since",
    { status: "failed", otherPurchase: "bought", forSale: false },
    { kind: "failed", again: "bought" },
  ],
  [
    "a failed sale has another pending payment",
    { status: "failed", otherPurchase: "paying" },
    { kind: "failed", again: "paying" },
  ],
  [
    "a failed sale's video has left the shop",
    { status: "failed", forSale: false },
    { kind: "failed", again: "gone" },
  ],
  ["a disputed sale is disputed", { status: "disputed", money: paid }, { kind: "disputed" }],
  [
    "a sale refunded through the provider is refunded",
    { status: "refunded", backAt: now, money: { ...paid, refunds: [back("provider", "succeeded")] } },
    { kind: "refunded", byHand: false, on: now },
  ],
  [
    "a sale refunded by bank transfer is refunded before the transfer",
    { status: "refunded", backAt: now, money: { ...paid, refunds: [back("outside", "requested")] } },
    { kind: "refunded", byHand: true, on: now },
  ],
  [
    "a duplicate payment waits for its refund",
    { status: "refunded", money: { ...paid, duplicate: true, refunds: [back("provider", "requested")] } },
    { kind: "paidTwice" },
  ],
  [
    "a duplicate payment has no refund yet",
    { status: "processing", money: { ...paid, duplicate: true } },
    { kind: "paidTwice" },
  ],
  [
    "a refunded duplicate payment is refunded",
    {
      status: "refunded",
      backAt: now,
      money: { ...paid, duplicate: true, refunds: [back("provider", "succeeded")] },
    },
    { kind: "refunded", byHand: false, on: now },
  ],
])("%s", (_, changes, state) => {
  expect(decidePurchaseState(purchase(changes), now)).toEqual(state);
});
