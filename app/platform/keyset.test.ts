import { expect, test } from "vitest";
import { formatCursor, parseCursor, toPage } from "./keyset";

const id = "6f1c1a52-6f0b-4a3e-9a53-1d8f1f6f0c11";

test("a cursor parses back to the millisecond", () => {
  const cursor = { createdAt: new Date("2026-11-21T10:00:00.123Z"), id };
  expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
});

test.each([null, "", "x", `1_2_${id}`, `1`, `-1_${id}`, `1e99_${id}`, `1_${id}'--`, `NaN_${id}`])(
  "%j is not a cursor",
  (raw) => {
    expect(parseCursor(raw)).toBeUndefined();
  },
);

test("the last page has no cursor to a next one", () => {
  const row = (n: number) => ({ id, created_at: new Date(n) });
  expect(toPage([row(3), row(2)], 2).next).toBeUndefined();
  expect(toPage([row(3), row(2), row(1)], 2)).toEqual({ rows: [row(3), row(2)], next: `2_${id}` });
});
