import { expect, test } from "vitest";
import { keepDigits } from "./digits-field";

test.each([
  ["4111 1111 1111 1234", 19, { value: "4111111111111234", caret: 16 }],
  ["4111-1111-1111-1234", 4, { value: "4111111111111234", caret: 4 }],
  ["41a11", 3, { value: "4111", caret: 2 }],
  ["12345678901234567890", 20, { value: "1234567890123456", caret: 16 }],
  ["", 0, { value: "", caret: 0 }],
  ["cartão", 6, { value: "", caret: 0 }],
])("the typed digits of %j are kept", (typed, caret, kept) => {
  expect(keepDigits(typed, { caret, max: 16 })).toEqual(kept);
});
