import { expect, test } from "vitest";
import { recentSince } from "./recent-factor-rules";

test("passkeys count as recent for 30 days, a second factor for 7", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const dates = { passkey: new Date("2026-10-31T12:00:00Z"), secondFactor: new Date("2026-11-23T12:00:00Z") };
  expect(recentSince(now)).toEqual(dates);
});
