import { expect, test } from "vitest";
import { decideReminder } from "./dispute-mail.server";

test.each([
  [5, 5],
  [2.5, 5],
  [2, 2],
  [1.01, 2],
  [1, 1],
  [0.1, 1],
])("a dispute whose deadline is %s days away is in the reminder of %s days", (days, reminder) => {
  const now = new Date("2026-11-02T12:00:00Z");
  expect(decideReminder(new Date(now.getTime() + days * 86_400_000), now)).toBe(reminder);
});
