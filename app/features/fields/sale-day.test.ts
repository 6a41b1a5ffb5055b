import { expect, test } from "vitest";
import { formatDay, formatMoment } from "./sale-day";

const at = (text: string) => new Date(text);

test("a day is the one of São Paulo's calendar", () => {
  expect(formatDay(at("2026-11-26T02:59:59Z"))).toBe("25/11/2026");
  expect(formatDay(at("2026-11-26T03:00:00Z"))).toBe("26/11/2026");
});

test("a moment of today is its hour, of another day also its day", () => {
  const now = at("2026-11-25T15:00:00Z");
  expect(formatMoment(at("2026-11-25T17:30:00Z"), now)).toBe("14:30");
  expect(formatMoment(at("2026-11-26T03:05:00Z"), now)).toBe("26/11/2026, 00:05");
});
