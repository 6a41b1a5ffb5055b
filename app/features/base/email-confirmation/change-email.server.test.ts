import { expect, test } from "vitest";
import { emailDueAt } from "./change-email.server";

test("a change of e-mail waits for 48 hours where there is a balance", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  expect(emailDueAt(now, { hasBalance: true })).toEqual(new Date("2026-11-25T12:00:00Z"));
  expect(emailDueAt(now, { hasBalance: false })).toEqual(now);
});
