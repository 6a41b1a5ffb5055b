import { expect, test } from "vitest";
import { maxAttemptsOf } from "./jobs";

test.each([
  ["send-mail", 20],
  ["convert-video", 5],
  ["make-rung", 5],
  ["make-preview", 8],
] as const)("the job %s is attempted up to %i times", (name, attempts) => {
  expect(maxAttemptsOf(name)).toBe(attempts);
});
