import { expect, test } from "vitest";
import { digestOf } from "./morning-mail-time";

test.each([
  ["2026-11-20T03:00:00Z", "2026-11-20", "2026-11-21T11:00:00.000Z"],
  ["2026-11-21T02:59:59Z", "2026-11-20", "2026-11-21T11:00:00.000Z"],
  ["2026-12-31T12:00:00Z", "2026-12-31", "2027-01-01T11:00:00.000Z"],
])("the moment %s belongs to the digest of %s, mailed at %s", (now, day, sendAt) => {
  const digest = digestOf(new Date(now));
  expect([digest.day, digest.sendAt.toISOString()]).toEqual([day, sendAt]);
});
