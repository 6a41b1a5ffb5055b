import { expect, test } from "vitest";
import { formatAgo, formatDateTime, formatDay, formatMoment, formatRecent } from "./dates";

const at = (text: string) => new Date(text);

test.each([
  ["2026-11-21T13:05:00Z", "21 nov 2026, 10:05", "21 Nov 2026, 10:05"],
  ["2026-03-01T02:59:00Z", "28 fev 2026, 23:59", "28 Feb 2026, 23:59"],
  ["2026-01-01T03:00:00Z", "01 jan 2026, 00:00", "1 Jan 2026, 00:00"],
])("the moment %s is displayed as %s in Portuguese and %s in English", (instant, portuguese, english) => {
  expect(formatDateTime(at(instant))).toBe(portuguese);
  expect(formatDateTime(at(instant), "en")).toBe(english);
});

test("a date is displayed by São Paulo's calendar", () => {
  expect(formatDay(at("2026-11-26T02:59:59Z"))).toBe("25/11/2026");
  expect(formatDay(at("2026-11-26T03:00:00Z"))).toBe("26/11/2026");
  expect(formatDay(at("2026-12-06T02:59:59Z"), "en")).toBe("5 Dec 2026");
});

test("a time of this year is displayed without the year", () => {
  const now = at("2026-11-29T15:00:00Z");
  expect(formatRecent(at("2026-11-21T13:05:00Z"), now)).toBe("21 nov, 10:05");
  expect(formatRecent(at("2025-11-21T13:05:00Z"), now)).toBe("21 nov 2025, 10:05");
});

test("a time of today is displayed without its day", () => {
  const now = at("2026-11-25T15:00:00Z");
  expect(formatMoment(at("2026-11-25T17:30:00Z"), now)).toBe("14:30");
  expect(formatMoment(at("2026-11-26T03:05:00Z"), now)).toBe("26/11/2026, 00:05");
  expect(formatMoment(at("2026-11-26T03:05:00Z"), now, "en")).toBe("26 Nov 2026, 00:05");
});

test.each([
  ["2026-11-29T02:59:00Z", "ontem", "yesterday"],
  ["2026-11-29T03:00:00Z", "hoje", "today"],
  ["2026-12-01T00:00:00Z", "hoje", "today"],
  ["2026-11-26T12:00:00Z", "há 3 dias", "3 days ago"],
  ["2026-11-15T12:00:00Z", "há 2 semanas", "2 weeks ago"],
  ["2026-08-29T12:00:00Z", "há 3 meses", "3 months ago"],
  ["2024-11-01T12:00:00Z", "há 2 anos", "2 years ago"],
])("%s was %s, by the calendar of São Paulo", (date, pt, en) => {
  const now = new Date("2026-11-29T12:00:00Z");
  expect([formatAgo(new Date(date), now, "pt"), formatAgo(new Date(date), now, "en")]).toEqual([pt, en]);
});
