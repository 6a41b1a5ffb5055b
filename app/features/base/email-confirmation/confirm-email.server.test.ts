import { expect, test } from "vitest";
import { confirmationLinkExpiry } from "./confirm-email.server";

test("a confirmation link expires three days after it is sent", () => {
  expect(confirmationLinkExpiry(new Date("2026-11-26T12:00:00Z"))).toEqual(new Date("2026-11-29T12:00:00Z"));
});
