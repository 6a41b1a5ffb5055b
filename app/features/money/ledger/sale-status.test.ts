import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type DisputeStatus,
  decideSaleStatus,
  disputeStatuses,
  laterDisputeStatus,
  laterRefundStatus,
  nextUnpaidStatus,
  refundStatuses,
  type SaleMoney,
  type UnpaidFact,
  type UnpaidStatus,
} from "./sale-status";

const unpaidStatuses: UnpaidStatus[] = ["pending", "processing", "failed"];
const unpaid: Record<UnpaidStatus, Record<UnpaidFact, UnpaidStatus>> = {
  pending: { unpaidYet: "processing", paymentFailed: "failed", expired: "failed" },
  processing: { unpaidYet: "processing", paymentFailed: "failed", expired: "processing" },
  failed: { unpaidYet: "failed", paymentFailed: "failed", expired: "failed" },
};

test.each(
  unpaidStatuses.flatMap((status) =>
    (["unpaidYet", "paymentFailed", "expired"] as const).map((fact) => [status, fact] as const),
  ),
)("an unpaid sale that is %s follows the unpaid transitions on %s", (status, fact) => {
  expect(nextUnpaidStatus(status, fact)).toBe(unpaid[status][fact]);
});

const paid: SaleMoney = {
  amountCents: 1000,
  platformFeeCents: 150,
  providerFeeCents: 0,
  paid: true,
  duplicate: false,
  refunds: [],
  disputes: [],
};
const refund = (amountCents: number, status: SaleMoney["refunds"][number]["status"] = "succeeded") =>
  ({ amountCents, status, channel: "provider" }) as const;
const dispute = (status: SaleMoney["disputes"][number]["status"], amountCents = 1000) => ({
  amountCents,
  status,
});

test.each<[string, Partial<SaleMoney>, string]>([
  ["paid", {}, "completed"],
  ["partly given back", { refunds: [refund(999)] }, "completed"],
  ["given back in two parts", { refunds: [refund(400), refund(600, "pending")] }, "refunded"],
  ["promised back", { refunds: [refund(1000, "requested")] }, "refunded"],
  ["a refund that failed", { refunds: [refund(1000, "failed")] }, "completed"],
  ["a question of the bank", { disputes: [dispute("inquiry")] }, "completed"],
  ["an open dispute", { disputes: [dispute("open")] }, "disputed"],
  ["an open dispute beside a won one", { disputes: [dispute("released"), dispute("open")] }, "disputed"],
  ["a dispute won", { disputes: [dispute("released")] }, "completed"],
  ["a dispute lost", { disputes: [dispute("lost")] }, "refunded"],
  ["part of it lost", { disputes: [dispute("lost", 500)] }, "completed"],
  ["given back and lost", { refunds: [refund(1000)], disputes: [dispute("lost")] }, "refunded"],
  ["paid twice", { duplicate: true }, "processing"],
  ["paid twice and given back", { duplicate: true, refunds: [refund(1000)] }, "refunded"],
])("the status of a sale (%s) is $2", (_, change, status) => {
  expect(decideSaleStatus({ ...paid, ...change }, "processing")).toBe(status);
});

test.each(unpaidStatuses)("a sale without money stays %s, whatever else is reported", (status) => {
  expect(
    decideSaleStatus({ ...paid, paid: false, refunds: [refund(1000)], disputes: [dispute("open")] }, status),
  ).toBe(status);
});

test("a dispute that was lost, appealed and won is won, in any order of events", () => {
  const told: DisputeStatus[] = ["open", "lost", "open", "released"];
  const backwards = told.toReversed();
  for (const order of [told, backwards, [...told, ...backwards]])
    expect(order.reduce(laterDisputeStatus)).toBe("released");
});

test("the final status of a refund or dispute does not depend on the order or repetition of events", () => {
  const end = <T>(later: (one: T, other: T) => T, told: T[]) => told.reduce(later);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...refundStatuses), { minLength: 1 }), (told) => {
      expect(end(laterRefundStatus, [...told].reverse().concat(told))).toBe(end(laterRefundStatus, told));
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...disputeStatuses), { minLength: 1 }), (told) => {
      expect(end(laterDisputeStatus, [...told].reverse().concat(told))).toBe(end(laterDisputeStatus, told));
    }),
  );
});
