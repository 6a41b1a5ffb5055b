import { expect, test } from "vitest";
import { mayTakeWithOneself, refuseGrant } from "./account-step";

test.each([
  ["suspend", false],
  ["unlock", false],
  ["sign-out", false],
  ["remove", true],
  ["restore", true],
  ["grant", true],
] as const)("an administrator may take the step %s with their own account: %s", (step, may) => {
  expect(mayTakeWithOneself(step)).toBe(may);
});

const at = new Date("2026-05-01T12:00:00Z");

test.each([
  [null, at, undefined],
  [at, at, "isSuspended"],
  [null, null, "notProven"],
])(
  "an account suspended %s, confirmed %s cannot become administrator: %s",
  (suspended_at, email_verified_at, refusal) => {
    expect(refuseGrant({ suspended_at, email_verified_at })).toBe(refusal);
  },
);
