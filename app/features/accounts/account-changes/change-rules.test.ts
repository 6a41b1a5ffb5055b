import { expect, test } from "vitest";
import { emailDueAt, isUndoable, recentSince } from "./change-rules";

const now = new Date("2026-11-23T12:00:00Z");
const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 + ms);

test.each([
  ["waits", null, null, true],
  ["was applied just now", now, null, true],
  ["was applied a millisecond less than seven days ago", daysAgo(7, 1), null, true],
  ["was applied seven days ago", daysAgo(7), null, false],
  ["was undone before", now, now, false],
  ["was cancelled while it waited", null, now, false],
])("a change that %s is undoable: $3", (_, appliedAt, endedAt, undoable) =>
  expect(isUndoable({ appliedAt, endedAt }, now)).toBe(undoable),
);

test("passkeys count as recent for 30 days, a second factor for 7", () => {
  expect(recentSince(now)).toEqual({ passkey: daysAgo(30), secondFactor: daysAgo(7) });
});

test("a change of e-mail waits for 48 hours where there is a balance", () => {
  expect(emailDueAt(now, { hasBalance: true })).toEqual(daysAgo(-2));
  expect(emailDueAt(now, { hasBalance: false })).toEqual(now);
});
