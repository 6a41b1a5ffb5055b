import { expect, test } from "vitest";
import { monthBefore, writeMonth } from "./written-month";

test("a month is written as people write it, and is preceded by another one", () => {
  expect(writeMonth("2026-11")).toBe("11/2026");
  expect(monthBefore("2026-11")).toBe("2026-10");
  expect(monthBefore("2027-01")).toBe("2026-12");
});
