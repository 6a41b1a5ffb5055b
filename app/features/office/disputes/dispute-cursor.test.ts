import { expect, test } from "vitest";
import { formatDisputeCursor, parseDisputeCursor } from "./dispute-cursor";

test("a cursor names the time and the provider's id", () => {
  const cursor = { at: new Date("2026-11-26T10:00:00.000Z"), id: "du_1Qx_ab" };
  expect(parseDisputeCursor(formatDisputeCursor(cursor))).toEqual(cursor);
});

test.each([
  null,
  "",
  "du_1",
  "1764150000000",
  "1764150000000_",
  "x_du_1",
  "9999999999999999_du_1",
  "1_du 1'",
])("the cursor %j means the first page", (raw) => expect(parseDisputeCursor(raw)).toBeUndefined());
