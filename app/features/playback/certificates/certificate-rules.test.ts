import { expect, test } from "vitest";
import {
  certificatePath,
  isDeclared,
  makeCertificateCode,
  mayCorrectName,
  readCertificateCode,
  writeCertificateCode,
} from "./certificate-rules";

test("a code has a character for each byte, and is read as it is printed", () => {
  const code = makeCertificateCode(new Uint8Array([0, 31, 32, 255, 10, 11, 12, 13, 14, 15, 16, 17, 18]));
  expect(code).toBe("0Z0ZABCDEFGH");
  expect(writeCertificateCode(code)).toBe("0Z0Z-ABCD-EFGH");
  expect(certificatePath(code)).toBe("/certificates/0Z0Z-ABCD-EFGH");
  expect(readCertificateCode(writeCertificateCode(code))).toBe(code);
});

test.each([
  ["small letters and spaces", " 0z0z abcd efgh ", "0Z0ZABCDEFGH"],
  ["letters that look like digits", "OZOZ-ABCD-EFGI", "0Z0ZABCDEFG1"],
  ["a character too few", "0Z0Z-ABCD-EFG", undefined],
  ["a character too many", "0Z0Z-ABCD-EFGHJ", undefined],
  ["a letter that no code has", "0Z0Z-ABCD-EFGU", undefined],
  ["another script", "0Z0Z-ABCD-EFGé", undefined],
  ["nothing", undefined, undefined],
])("a typed code with %s is read", (_, typed, code) => {
  expect(readCertificateCode(typed)).toBe(code);
});

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

const hour = { seconds: 3600, watchedSeconds: 2880 };
const now = new Date("2026-11-28T12:00:00Z");
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  ["80 % of each lesson was watched", [hour, hour], before(60), false],
  ["a lesson was watched for less", [hour, { ...hour, watchedSeconds: 2879 }], before(600), true],
  ["a lesson was only marked as completed", [hour, { ...hour, watchedSeconds: 0 }], before(600), true],
  ["the length of a lesson is unknown", [{ ...hour, seconds: null }], before(600), true],
  ["more is reported than can have been watched since", [hour, hour], before(40), true],
  ["there is no lesson", [], before(600), true],
  ["the access is unknown", [hour], undefined, true],
] as const)("whether a completion is declared if %s", (_, lessons, firstAccess, declared) => {
  expect(isDeclared(lessons, { firstAccess, now })).toBe(declared);
});
