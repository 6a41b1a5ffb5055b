import { expect, test } from "vitest";
import { reminderTime } from "./sale-notices.server";

const now = new Date("2026-11-20T12:00:00Z");
const at = (text: string) => new Date(text);

test.each([
  ["2026-11-24T02:59:59Z", "2026-11-23T02:59:59.000Z"],
  ["2026-11-22T12:00:00Z", "2026-11-21T12:00:00.000Z"],
  ["2026-11-20T14:00:00Z", "2026-11-20T13:00:00.000Z"],
  ["2026-11-20T12:20:00Z", "2026-11-20T12:10:00.000Z"],
])("a payment that expires at %s is reminded of at %s", (until, expected) =>
  expect(reminderTime(at(until), now)?.toISOString()).toBe(expected),
);

test.each(["2026-11-20T12:19:59Z", "2026-11-20T11:00:00Z"])(
  "a payment that expires at %s gets no reminder",
  (until) => expect(reminderTime(at(until), now)).toBeUndefined(),
);
