import { describe, expect, test } from "vitest";
import { checkCharacter, parsePurchaseNumber } from "./purchase-number";

const valid = (payload: string) => {
  const code = payload + checkCharacter(payload);
  return `SB-${code.slice(0, -2)}-${code.slice(-2)}`;
};

const alphabet = [..."23456789ABCDEFGHJKMNPQRSTUVWXYZ"];
const number = valid("7K3M9");

test.each([
  number,
  number.toLowerCase(),
  number.replaceAll("-", " "),
  number.replaceAll("-", ""),
  number.slice(3),
  ` ${number} `,
])("the typed purchase number %j is read as the stored number", (typed) => {
  expect(parsePurchaseNumber(typed)).toBe(number);
});

test("a purchase number of the longer kind is read too, including one that begins with SB", () => {
  expect(parsePurchaseNumber(valid("7K3M9X").toLowerCase())).toBe(valid("7K3M9X"));
  expect(parsePurchaseNumber(valid("SB3M9X").slice(3))).toBe(valid("SB3M9X"));
});

test.each(["", "SB", "SB-7K3M", "violão", "SB-0K3M-92", "ana@example.com"])(
  "%j is not a purchase number",
  (typed) => {
    expect(parsePurchaseNumber(typed)).toBeUndefined();
  },
);

describe("the check character", () => {
  const code = number.replaceAll("-", "").slice(2);

  test("detects every single wrong character", () => {
    const wrong = [...code].flatMap((_, at) =>
      alphabet
        .filter((char) => char !== code[at])
        .map((char) => `SB${code.slice(0, at)}${char}${code.slice(at + 1)}`),
    );
    expect(wrong).toHaveLength(6 * 30);
    expect(wrong.filter((typed) => parsePurchaseNumber(typed) !== undefined)).toEqual([]);
  });

  test("detects two characters of the payload that changed places", () => {
    for (let at = 0; at < 4; at += 1) {
      const swapped = [...code];
      [swapped[at], swapped[at + 1]] = [swapped[at + 1] ?? "", swapped[at] ?? ""];
      expect(parsePurchaseNumber(swapped.join(""))).toBeUndefined();
    }
  });
});
