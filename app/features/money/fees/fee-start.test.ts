import { expect, test } from "vitest";
import { earliestFeeStart, judgeFeeStart } from "./fee-start";

// Nine in the evening of the 24th in São Paulo.
const now = new Date("2026-11-25T00:00:00Z");

test("a fee starts tomorrow in São Paulo at the earliest, and within a year and a day", () => {
  expect(earliestFeeStart(now)).toBe("2026-11-25");
  expect(judgeFeeStart("2026-11-24", now)).toBe("past");
  expect(judgeFeeStart("2026-11-25", now)).toBeUndefined();
  expect(judgeFeeStart("2027-11-25", now)).toBeUndefined();
  expect(judgeFeeStart("2027-11-26", now)).toBe("tooFar");
});
