import { expect, test } from "vitest";
import { eventTriesAfter } from "./event-retries";

test.each([
  ["unknownPayment", 12],
  ["unknownSale", 0],
  ["otherAmount", 0],
  [null, 0],
] as const)("an event with the error %s is attempted up to %i times", (error, tries) => {
  expect(eventTriesAfter(error)).toBe(tries);
});
