import { describe, expect, test } from "vitest";
import { decideDuplicateRetry, decideKeyNeed, refuseTransferOutcome } from "./refund-rules";
import type { DisputeStatus, SaleMoney } from "./sale-status";

const paidTwice = (dispute?: DisputeStatus): SaleMoney => ({
  amountCents: 5000,
  platformFeeCents: 750,
  providerFeeCents: 0,
  paid: true,
  duplicate: true,
  refunds: [],
  disputes: dispute ? [{ amountCents: 5000, status: dispute }] : [],
});
const failed = (channel: "provider" | "outside") =>
  ({ channel, status: "failed", reason: "duplicate", amountCents: 5000, keyGivenAt: new Date(0) }) as const;

describe("while a dispute is open, which may return the money as well,", () => {
  test("a second payment is not refunded again", () => {
    expect(decideDuplicateRetry(paidTwice(), [failed("provider")])).toBe("provider");
    expect(decideDuplicateRetry(paidTwice(), [failed("provider"), failed("provider")])).toBe("outside");
    expect(decideDuplicateRetry(paidTwice("open"), [failed("provider")])).toBeUndefined();
    expect(decideDuplicateRetry(paidTwice("released"), [failed("provider")])).toBe("provider");
  });

  test("no other key is asked for", () => {
    expect(decideKeyNeed(paidTwice(), [failed("outside")])).toMatchObject({ kind: "again" });
    expect(decideKeyNeed(paidTwice("open"), [failed("outside")])).toBeUndefined();
    expect(decideKeyNeed(paidTwice("released"), [failed("outside")])).toMatchObject({ kind: "again" });
  });

  test("a bank transfer can be recorded as failed, and not as sent", () => {
    const keyGivenAt = new Date(0);
    const refuse = (outcome: "succeeded" | "failed", held: boolean) =>
      refuseTransferOutcome(
        { status: "requested", keyGivenAt, held },
        { outcome, seenKeyGivenAt: keyGivenAt, noKeyReason: undefined },
      );
    expect(refuse("succeeded", false)).toBeUndefined();
    expect(refuse("succeeded", true)).toBe("disputeOpen");
    expect(refuse("failed", true)).toBeUndefined();
  });
});
