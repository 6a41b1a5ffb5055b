import { expect, test } from "vitest";
import { recentSince, recoveryLinkExpiry, returnPathOf, withReturnPath } from "./recovery-rules";

test("the page that asked for the login returns from a path it was added to", () => {
  const path = withReturnPath("/forgot-password?sent=1", "/videos/1/checkout?lng=en&x=%2F");
  expect(path.startsWith("/forgot-password?sent=1&redirectTo=")).toBe(true);
  expect(returnPathOf(new URL(path, "http://sabia.invalid").search)).toBe("/videos/1/checkout?lng=en&x=%2F");
});

test.each(["", "?redirectTo=", "?redirectTo=https://evil.example", "?redirectTo=//evil.example"])(
  "the path %j has no page to return to",
  (search) => {
    expect(returnPathOf(search)).toBeUndefined();
    expect(withReturnPath("/consumer-login", returnPathOf(search))).toBe("/consumer-login");
  },
);

test("a recovery link expires half an hour after it is sent", () => {
  expect(recoveryLinkExpiry(new Date("2026-11-26T12:00:00Z"))).toEqual(new Date("2026-11-26T12:30:00Z"));
});

test("passkeys count as recent for 30 days, a second factor for 7", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const dates = { passkey: new Date("2026-10-31T12:00:00Z"), secondFactor: new Date("2026-11-23T12:00:00Z") };
  expect(recentSince(now)).toEqual(dates);
});
