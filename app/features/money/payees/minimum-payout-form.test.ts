import { expect, test } from "vitest";
import { minimumPayoutForm } from "./minimum-payout-form";

const form = { id: "0b6f2c4e-8f0e-4a55-9f0d-3f6b6b1f2a10", reason: "Menos transferências" };

test.each([
  ["1,00", 100],
  ["50", 5_000],
  ["1000", 100_000],
])("a minimum payout typed as %j is %d cents", (amount, cents) => {
  expect(minimumPayoutForm.parse({ ...form, amount }).amount).toBe(cents);
});

test.each(["0,99", "1000,01", "-5", "dez", ""])(
  "a minimum payout typed as %j is refused at its field",
  (amount) => {
    const parsed = minimumPayoutForm.safeParse({ ...form, amount });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([["amount"]]);
  },
);

test("a minimum payout without a reason is refused", () => {
  expect(minimumPayoutForm.safeParse({ ...form, amount: "50", reason: " " }).success).toBe(false);
});
