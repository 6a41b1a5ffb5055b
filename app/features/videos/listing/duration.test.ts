import { expect, it } from "vitest";
import { clockDuration, isoDuration, shortDuration } from "./duration";

it.each([
  [0.2, "0:01", "1 s", "PT1S"],
  [7, "0:07", "7 s", "PT7S"],
  [60, "1:00", "1 min", "PT1M"],
  [1_755, "29:15", "29 min", "PT29M15S"],
  [3_599.6, "1:00:00", "1 h 00 min", "PT1H"],
  [3_850, "1:04:10", "1 h 04 min", "PT1H4M10S"],
  [36_000, "10:00:00", "10 h 00 min", "PT10H"],
])("duration of %d seconds is formatted for players, texts and schema.org", (seconds, clock, short, iso) => {
  expect(clockDuration(seconds)).toBe(clock);
  expect(shortDuration(seconds)).toBe(short);
  expect(isoDuration(seconds)).toBe(iso);
});
