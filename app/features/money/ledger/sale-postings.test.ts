import fc from "fast-check";
import { expect, test } from "vitest";
import { platformShareBp, splitSale } from "~/features/base/money/platform-share";
import type { Account } from "./movement-position";
import { decidePostings, decideSalePosition, feeTakenBack } from "./sale-postings";
import { disputeStatuses, refundStatuses, type SaleMoney } from "./sale-status";

const day = new Date("2026-11-21T00:00:00Z");
const sale = (amountCents: number, more: Partial<SaleMoney> = {}): SaleMoney => ({
  amountCents,
  platformFeeCents: splitSale(amountCents, platformShareBp).platformFeeCents,
  providerFeeCents: 0,
  paid: true,
  duplicate: false,
  refunds: [],
  disputes: [],
  ...more,
});
const back = (amountCents: number, channel: "provider" | "outside" = "provider") =>
  ({ amountCents, channel, status: "succeeded" }) as const;
const held = (money: SaleMoney) =>
  Object.fromEntries(decideSalePosition(money, { at: day }).map(({ account, cents }) => [account, cents]));

test.each<[string, SaleMoney, Partial<Record<Account, number>>]>([
  ["paid", sale(4990), { provider: -4990, platform: 749, creator: 4241 }],
  ["not paid", sale(4990, { paid: false }), {}],
  [
    "with the provider's fee",
    sale(4990, { providerFeeCents: 238 }),
    { provider: -4752, provider_fees: -238, platform: 749, creator: 4241 },
  ],
  ["all given back", sale(4990, { refunds: [back(4990)] }), {}],
  ["half given back", sale(1000, { refunds: [back(500)] }), { provider: -500, platform: 75, creator: 425 }],
  ["given back by hand", sale(1000, { refunds: [back(1000, "outside")] }), { provider: -1000, bank: 1000 }],
  [
    "a dispute open",
    sale(1000, { disputes: [{ amountCents: 1000, status: "open" }] }),
    { disputed: -1000, platform_held: 150, creator_held: 850 },
  ],
  ["a dispute lost", sale(1000, { disputes: [{ amountCents: 1000, status: "lost" }] }), {}],
  [
    "a dispute won",
    sale(1000, { disputes: [{ amountCents: 1000, status: "released" }] }),
    { provider: -1000, platform: 150, creator: 850 },
  ],
  [
    "given back, and lost once more: the platform's loss, not the creator's",
    sale(1000, { refunds: [back(1000)], disputes: [{ amountCents: 1000, status: "lost" }] }),
    { provider: 1000, loss: -1000 },
  ],
  ["paid twice", sale(1000, { duplicate: true }), { provider: -1000, buyer: 1000 }],
  ["paid twice, given back", sale(1000, { duplicate: true, refunds: [back(1000)] }), {}],
])("the ledger position of a sale (%s) is $2", (_, money, expected) => {
  expect(held(money)).toEqual(expected);
});

const anySale = fc.record({
  amountCents: fc.integer({ min: 50, max: 100_000_000 }),
  providerFeeCents: fc.integer({ min: 0, max: 1000 }),
  duplicate: fc.boolean(),
  refunds: fc.array(
    fc.record({
      amountCents: fc.integer({ min: 1, max: 1_000_000 }),
      status: fc.constantFrom(...refundStatuses),
      channel: fc.constantFrom("provider" as const, "outside" as const),
    }),
    { maxLength: 5 },
  ),
  disputes: fc.array(
    fc.record({
      amountCents: fc.integer({ min: 1, max: 1_000_000 }),
      status: fc.constantFrom(...disputeStatuses),
    }),
    { maxLength: 3 },
  ),
});

test("a sale's accounts always sum to zero, and no share is negative", () => {
  fc.assert(
    fc.property(anySale, ({ amountCents, ...more }) => {
      const position = decideSalePosition(sale(amountCents, more), { at: day });
      expect(position.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      for (const { account, cents } of position)
        if (["creator", "creator_held", "platform", "platform_held", "buyer"].includes(account))
          expect(cents).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});

test("a chain of partial refunds returns the fee as one refund of their sum, and all of it at the end", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 1_000_000 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (amountCents, cuts) => {
        const money = sale(amountCents);
        let taken = 0;
        let refunded = 0;
        for (const cut of cuts) {
          const next = refunded + (cut % (amountCents - refunded + 1));
          taken += feeTakenBack(money, next) - feeTakenBack(money, refunded);
          refunded = next;
          expect(taken).toBe(feeTakenBack(money, refunded));
        }
        expect(taken + feeTakenBack(money, amountCents) - feeTakenBack(money, refunded)).toBe(
          money.platformFeeCents,
        );
      },
    ),
    { numRuns: 2000 },
  );
});

test("postings lead the ledger from any position to any other, and a second run posts nothing", () => {
  fc.assert(
    fc.property(anySale, anySale, fc.boolean(), (one, other, later) => {
      const from = decideSalePosition(sale(one.amountCents, one), { at: day });
      const to = decideSalePosition(sale(other.amountCents, other), {
        at: later ? new Date(day.getTime() + 1) : day,
      });
      const postings = decidePostings(to, from);
      expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      expect(decidePostings(to, [...from, ...postings])).toEqual([]);
      expect(decidePostings(from, from)).toEqual([]);
    }),
  );
});
