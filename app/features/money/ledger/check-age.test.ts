import { expect, test } from "vitest";
import { decideCheckAge } from "./check-age";

const now = new Date("2026-11-22T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  [0, 0, false],
  [59, 0, false],
  [60, 1, false],
  [26 * 60, 26, false],
  [26 * 60 + 1, 26, true],
  [72 * 60, 72, true],
  // A clock that was set back.
  [-5, 0, false],
])("a check completed %i minutes ago has the age of %i hours, overdue: %s", (minutes, hours, overdue) => {
  expect(decideCheckAge(ago(minutes), now)).toEqual({ hours, overdue });
});
