import { expect, test } from "vitest";
import { isDeclared, mayCorrectName } from "./certificate-rules";

const corrected = new Date("2026-05-01T12:00:00Z");

test.each([
  [true, null, true],
  [true, corrected, false],
  [false, null, false],
  [false, corrected, false],
])(
  "the name on a certificate, valid: %s, corrected: %s, may be corrected: %s",
  (isValid, correctedAt, may) => {
    expect(mayCorrectName({ isValid, correctedAt })).toBe(may);
  },
);

const hour = { seconds: 3600, watchedSeconds: 2880 };
const now = new Date("2026-11-28T12:00:00Z");
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  ["80 % of each lesson was watched", [hour, hour], before(60), false],
  ["a lesson was watched for less", [hour, { ...hour, watchedSeconds: 2879 }], before(600), true],
  ["a lesson was only marked as completed", [hour, { ...hour, watchedSeconds: 0 }], before(600), true],
  ["the length of a lesson is unknown", [{ ...hour, seconds: null }], before(600), true],
  ["more is reported than can have been watched since", [hour, hour], before(40), true],
  ["there is no lesson", [], before(600), true],
  ["the access is unknown", [hour], undefined, true],
] as const)("whether a completion is declared if %s", (_, lessons, firstAccess, declared) => {
  expect(isDeclared(lessons, { firstAccess, now })).toBe(declared);
});
