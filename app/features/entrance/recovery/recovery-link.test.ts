import { expect, test } from "vitest";
import { recoveryLinkExpiry } from "./recovery-link";

test("a recovery link expires half an hour after it is sent", () => {
  expect(recoveryLinkExpiry(new Date("2026-11-26T12:00:00Z"))).toEqual(new Date("2026-11-26T12:30:00Z"));
});
