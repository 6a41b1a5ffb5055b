import { expect, test } from "vitest";
import { parseFeePercent } from "./fee-percent";

test.each([
  ["15", 1_500],
  ["12,5", 1_250],
  ["12.05", 1_205],
  [" 0 ", 0],
  ["50 %", 5_000],
  ["50,01", undefined],
  ["100", undefined],
  ["-1", undefined],
  ["7,125", undefined],
  ["", undefined],
  ["dez", undefined],
])("a typed fee of %j is %s basis points", (typed, bp) => expect(parseFeePercent(typed)).toBe(bp));
