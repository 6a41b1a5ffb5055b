import { expect, test } from "vitest";
import { mayCorrectName } from "./certificate-rules";

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
