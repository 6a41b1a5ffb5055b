import { expect, test } from "vitest";
import { type BeforeRun, decideLookBack } from "./look-back";

const now = new Date("2026-11-21T12:00:00Z");
const lastRun = new Date("2026-11-20T12:00:00Z");
const nothing: BeforeRun = {
  now,
  lastRun,
  oldestPendingRefund: undefined,
  oldestOpenDispute: undefined,
};

test("a reconciliation reads payments since three days before the last run, and refunds and disputes while they may change", () => {
  expect(decideLookBack(nothing)).toEqual({
    payments: new Date("2026-11-17T12:00:00Z"),
    refunds: new Date("2026-10-06T12:00:00Z"),
    disputes: new Date("2026-05-24T12:00:00Z"),
  });
});

test("the first reconciliation reads payments of the last month", () => {
  expect(decideLookBack({ ...nothing, lastRun: undefined })).toEqual({
    payments: new Date("2026-10-22T12:00:00Z"),
    refunds: new Date("2026-10-07T12:00:00Z"),
    disputes: new Date("2026-05-25T12:00:00Z"),
  });
});

test("an undecided refund or dispute extends the period of its own list, and no other list", () => {
  const old = new Date("2026-01-02T12:00:00Z");
  const { payments, refunds, disputes } = decideLookBack(nothing);
  const from = new Date("2026-01-02T11:00:00Z");
  expect(decideLookBack({ ...nothing, oldestPendingRefund: old })).toEqual({
    payments,
    refunds: from,
    disputes,
  });
  expect(decideLookBack({ ...nothing, oldestOpenDispute: old })).toEqual({
    payments,
    refunds,
    disputes: from,
  });
  expect(decideLookBack({ ...nothing, oldestPendingRefund: now, oldestOpenDispute: now })).toEqual(
    decideLookBack(nothing),
  );
});
