import { describe, expect, test } from "vitest";
import { type BookedMovement, decideMovementPosition } from "./movement-position";

const booked = (more: Partial<BookedMovement>): BookedMovement => ({
  category: "payout",
  currency: "BRL",
  feeCents: 0,
  netCents: -5000,
  saleId: null,
  ...more,
});
const shown = (more: Partial<BookedMovement>) =>
  Object.fromEntries(decideMovementPosition(booked(more)).map(({ account, cents }) => [account, cents]));

test.each<[string, Partial<BookedMovement>, Record<string, number>]>([
  ["a payout to the bank leaves the provider for the bank", {}, { provider: 5000, bank: -5000 }],
  [
    "a payout with a fee takes the fee from the provider, too",
    { feeCents: 50, netCents: -5050 },
    { provider: 5050, provider_fees: -50, bank: -5000 },
  ],
  [
    "a returned payout comes back from the bank",
    { category: "payout_reversal", netCents: 5000 },
    { provider: -5000, bank: 5000 },
  ],
  ["a fee is the provider's", { category: "fee", netCents: -290 }, { provider: 290, provider_fees: -290 }],
  [
    "a fee that is taxed is the provider's as a whole",
    { category: "fee", feeCents: 10, netCents: -300 },
    { provider: 300, provider_fees: -300 },
  ],
  [
    "a charge of no sale is unexplained, and its fee a fee",
    { category: "charge", feeCents: 238, netCents: 4752 },
    { provider: -4752, provider_fees: -238, unexplained: 4990 },
  ],
  [
    "a movement of a new type is unexplained",
    { category: "other", netCents: 777 },
    { provider: -777, unexplained: 777 },
  ],
  [
    "a movement in USD is posted in USD",
    { category: "other", currency: "USD", netCents: 777 },
    { provider: -777, unexplained: 777 },
  ],
  ["a movement of a sale has its postings with the sale", { saleId: "a" }, {}],
  ["a currency that the ledger does not have is not posted", { currency: "JPY" }, {}],
  ["a movement of nothing is not posted", { netCents: 0 }, {}],
])("the booking is posted: %s", (_, movement, postings) => {
  expect(shown(movement)).toEqual(postings);
});

describe("the postings of a movement", () => {
  test.each(["charge", "refund", "dispute", "fee", "payout", "payout_reversal", "other"])(
    "of the category %s sum to zero and change the provider's account by the net amount",
    (category) => {
      for (const netCents of [-5001, -1, 0, 1, 777]) {
        for (const feeCents of [-238, 0, 1, 5500]) {
          const postings = decideMovementPosition(booked({ category, netCents, feeCents }));
          expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
          expect(postings.find(({ account }) => account === "provider")?.cents ?? 0).toBe(0 - netCents);
        }
      }
    },
  );
});
