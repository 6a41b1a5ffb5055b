import { expect, test } from "vitest";
import { clockMoment } from "~/features/videos/listing/duration";
import { parseTypedSecond } from "./parse-position";

test.each([
  ["754", 754],
  ["0", 0],
  [" 12:34 ", 754],
  ["0:05", 5],
  ["1:02:03", 3723],
  ["604800", 604_800],
  ["", null],
  ["  ", null],
  ["604801", undefined],
  ["12:3", undefined],
  ["12:60", undefined],
  ["1:60:00", undefined],
  ["1:2:3:4", undefined],
  ["-5", undefined],
  ["agora", undefined],
])("the typed time %j is parsed as %j", (typed, second) => {
  expect(parseTypedSecond(typed)).toBe(second);
});

test.each([0, 7, 65, 754, 3723])("second %i is parsed back from the player's notation", (second) => {
  expect(parseTypedSecond(clockMoment(second))).toBe(second);
});
