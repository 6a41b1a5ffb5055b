import { describe, expect, test } from "vitest";
import {
  decideDuplicateRetry,
  decideKeyNeed,
  findClaim,
  mayWithdraw,
  refuseRefund,
  refuseTransferOutcome,
} from "./refund-rules";
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

  test("the buyer cannot withdraw from the purchase", () => {
    const paidAt = new Date("2026-11-20T12:00:00Z");
    const mayOn = (day: string, sale: SaleMoney) =>
      mayWithdraw(
        { ...sale, duplicate: false, paidAt, withdrawalFailed: false },
        new Date(`${day}T12:00:00Z`),
      );
    expect(mayOn("2026-11-27", paidTwice())).toBe(true);
    expect(mayOn("2026-11-28", paidTwice())).toBe(false);
    expect(mayOn("2026-11-27", paidTwice("open"))).toBe(false);
    expect(mayOn("2026-11-27", paidTwice("released"))).toBe(true);
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

describe("the buyer has a claim", () => {
  const sale: SaleMoney = { ...paidTwice(), duplicate: false };
  const promised = { ...failed("outside"), reason: "admin" } as const;

  test("to a promised refund that did not arrive", () => {
    expect(findClaim(sale, [promised])).toBe(promised);
    expect(findClaim(sale, [failed("provider"), promised])).toBe(promised);
  });

  test("to none where none was promised, or the last one is under way or arrived", () => {
    expect(findClaim(sale, [])).toBeUndefined();
    for (const status of ["requested", "succeeded"] as const)
      expect(findClaim(sale, [promised, { ...promised, status }])).toBeUndefined();
  });

  test("to none where nothing is left to refund", () => {
    const refunds = [{ channel: "outside", amountCents: 5000, status: "succeeded" }] as const;
    expect(findClaim({ ...sale, refunds }, [promised])).toBeUndefined();
  });

  test("to none that an administrator gave up for want of a key, unless it is of a second payment", () => {
    expect(findClaim(sale, [{ ...promised, keyGivenAt: null }])).toBeUndefined();
    const second = { ...failed("outside"), keyGivenAt: null };
    expect(findClaim(paidTwice(), [second])).toBe(second);
  });
});

test.each([
  ["boleto", undefined, "boletoOutside"],
  ["pix", "lost", "disputeOutside"],
  ["pix", "open", "disputeOpen"],
  ["pix", "released", undefined],
] as const)(
  "a refund through Stripe of a %s payment whose dispute is %s: %s",
  (paymentMethod, dispute, refusal) => {
    const sale = { ...paidTwice(dispute), paymentMethod, amountCents: 9000 };
    const seenBackCents = dispute === "lost" ? 5000 : 0;
    expect(refuseRefund(sale, { amountCents: 100, channel: "provider", seenBackCents })).toBe(refusal);
  },
);
