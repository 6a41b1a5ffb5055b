import { expect, test } from "vitest";
import { isFailureShown } from "./send-to-stream.server";

const since = new Date("2026-03-01T12:00:00Z");
const hour = 3_600_000;

test.each<[string, boolean, number, boolean]>([
  ["refused", true, 0, true],
  ["away", false, 48 * hour - 1, false],
  ["away for two days", false, 48 * hour, true],
])('a failure of sending to the service is displayed in the case "%s": $3', (_, refused, age, shown) => {
  expect(isFailureShown({ refused, since, now: new Date(since.getTime() + age) })).toBe(shown);
});
