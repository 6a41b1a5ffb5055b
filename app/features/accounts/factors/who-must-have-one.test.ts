import { expect, test } from "vitest";
import { mustHaveSecondFactor } from "./who-must-have-one";

test.each([
  ["required", true, true],
  ["optional", false, true],
  ["never", false, false],
] as const)(
  "%s: a second factor is demanded for the office: %s, for payouts: %s",
  (choice, office, payouts) => {
    expect(mustHaveSecondFactor(choice, "office")).toBe(office);
    expect(mustHaveSecondFactor(choice, "payouts")).toBe(payouts);
  },
);
