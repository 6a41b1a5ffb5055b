import { expect, test } from "vitest";
import { amountField } from "./amount-field";

test.each([
  ["10,00", 1000],
  ["10.5", 1050],
  [" 49,90 ", 4990],
  ["0,01", 1],
  ["7", 700],
  ["0,00", undefined],
  ["", undefined],
  ["-1", undefined],
  ["1,234", undefined],
  ["1.000,00", undefined],
  ["1e3", undefined],
  ["9".repeat(16), undefined],
])("the amount %j is %j cents", (typed, cents) => expect(amountField.safeParse(typed).data).toBe(cents));
