import { expect, test } from "vitest";
import {
  formatRecoveryCode,
  groupInFours,
  mustHaveSecondFactor,
  readSecondFactorCode,
} from "./second-factor-rules";

test("a recovery code has sixteen letters and digits in groups of four", () => {
  const code = formatRecoveryCode(Uint8Array.from({ length: 16 }, (_, at) => at + 224));
  expect(code).toBe("ABCD-EFGH-IJKL-MNOP");
  expect(() => formatRecoveryCode(new Uint8Array(15))).toThrow();
});

test.each([
  ["123456", { kind: "totp", code: "123456" }],
  [" 123 456 ", { kind: "totp", code: "123456" }],
  ["abcd-efgh-ijkl-mnop", { kind: "recovery", code: "ABCDEFGHIJKLMNOP" }],
  ["ABCDEFGHIJKLMNOP", { kind: "recovery", code: "ABCDEFGHIJKLMNOP" }],
  ["", undefined],
  ["12345", undefined],
  ["1234567", undefined],
  ["１２３４５６", { kind: "totp", code: "123456" }],
  ["ABCD-EFGH-IJKL-MNO1", undefined],
])("the typed code %j is read as %o", (typed, read) => expect(readSecondFactorCode(typed)).toEqual(read));

test("the key of a second factor is displayed in groups of four characters", () => {
  expect(groupInFours("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
});

test.each([
  ["required", true, true],
  ["optional", false, true],
  ["never", false, false],
] as const)(
  "%s: a second factor is demanded for the office: %s, for payouts: %s",
  (choice, office, payouts) => {
    expect(mustHaveSecondFactor(choice, "office")).toBe(office);
    expect(mustHaveSecondFactor(choice, "payouts")).toBe(payouts);
  },
);
