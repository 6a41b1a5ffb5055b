import { expect, test } from "vitest";
import {
  certificatePath,
  makeCertificateCode,
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
