import fc from "fast-check";
import { expect, test } from "vitest";
import { addRange, countSeconds, parseRanges, type Ranges } from "./watch-tracker";

const add = (...parts: [number, number][]) => parts.reduce<Ranges>(addRange, []);

test.each<[string, [number, number][], [number, number][]]>([
  [
    "parts that do not touch stay apart",
    [
      [20, 30],
      [0, 10],
    ],
    [
      [0, 10],
      [20, 30],
    ],
  ],
  [
    "a part that continues another extends it",
    [
      [0, 10],
      [10, 20],
    ],
    [[0, 20]],
  ],
  [
    "a part between two joins them",
    [
      [0, 10],
      [20, 30],
      [8, 22],
    ],
    [[0, 30]],
  ],
  [
    "a part watched again adds nothing",
    [
      [0, 30],
      [5, 15],
    ],
    [[0, 30]],
  ],
  [
    "an empty part adds nothing",
    [
      [0, 10],
      [40, 40],
    ],
    [[0, 10]],
  ],
])("watched ranges are merged: %s", (_, parts, joined) => {
  expect(add(...parts)).toEqual(joined);
});

test("the number of seconds equals that of the distinct seconds, in any order of parts", () => {
  const part = fc
    .tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => [from, from + length] as [number, number]);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const seconds = new Set(
        parts.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)),
      );
      expect(countSeconds(add(...parts))).toBe(seconds.size);
    }),
  );
});

test("a stored multirange is parsed", () => {
  expect(parseRanges("{[0,12),[40,52)}")).toEqual([
    [0, 12],
    [40, 52],
  ]);
  expect(parseRanges("{}")).toEqual([]);
});
