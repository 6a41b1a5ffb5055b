import { expect, test } from "vitest";
import { isUndoable } from "./undo-rules";

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
