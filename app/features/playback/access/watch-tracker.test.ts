import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePosition } from "./parse-position";
import {
  addRange,
  countSeconds,
  createWatchTracker,
  decideResumePosition,
  isCompleted,
  parseRanges,
  type Ranges,
} from "./watch-tracker";

/** "0-10 20-30": two ranges. */
const read = (text: string) =>
  text.split(" ").map((part): [number, number] => {
    const [from, to] = part.split("-");
    return [Number(from), Number(to)];
  });
const add = (parts: [number, number][]) => parts.reduce<Ranges>(addRange, []);

test.each([
  ["parts that do not touch stay apart", "20-30 0-10", "0-10 20-30"],
  ["a part that continues another extends it", "0-10 10-20", "0-20"],
  ["a part between two joins them", "0-10 20-30 8-22", "0-30"],
  ["a part watched again adds nothing", "0-30 5-15", "0-30"],
  ["an empty part adds nothing", "0-10 40-40", "0-10"],
])("watched ranges are merged: %s", (_, parts, joined) => {
  expect(add(read(parts))).toEqual(read(joined));
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
      expect(countSeconds(add(parts))).toBe(seconds.size);
    }),
  );
});

test("a stored multirange is parsed", () => {
  expect(parseRanges("{[0,12),[40,52)}")).toEqual(read("0-12 40-52"));
  expect(parseRanges("{}")).toEqual([]);
});

test.each([
  [0, 600, 0],
  [0.9, 600, 0],
  [1, 600, 1],
  [59.99, 600, 59],
  [569.9, 600, 569],
  [570, 600, 0],
  [600, 600, 0],
  [3_569, 3_600, 3_569],
  [3_570, 3_600, 0],
  [18.9, 20, 18],
  [19, 20, 0],
  [42.5, Number.NaN, 42],
  [42.5, Number.POSITIVE_INFINITY, 42],
  [1_000_000, 2_000_000, 604_800],
])("the position %s s of %s s resumes at %s s", (currentTime, duration, position) => {
  expect(decideResumePosition(currentTime, duration)).toBe(position);
});

test.each(["0", "1", "604800"])("%s is a valid position", (text) => {
  expect(parsePosition(text)).toBe(Number(text));
});

test.each([undefined, "", " 1", "-1", "1.5", "1e3", "0x10", "604801", "9999999", "١٢", "1\n", "NaN"])(
  "%j is not a position",
  (text) => {
    expect(parsePosition(text)).toBeUndefined();
  },
);

test.each([
  ["0-95", 100, true],
  ["0-94", 100, false],
  ["0-10 90-100", 100, false],
  ["0-95", null, false],
  ["0-95", Number.NaN, false],
  ["0-95", 0, false],
])("the ranges %s of a video of %s seconds count as completed: %s", (ranges, duration, completed) => {
  expect(isCompleted(read(ranges), duration)).toBe(completed);
});

function play(tracker: ReturnType<typeof createWatchTracker>, from: number, to: number) {
  for (let at = from; at <= to; at += 0.25) tracker.advance(at);
}

test("a tracker counts what plays, and not what a seek skips", () => {
  const tracker = createWatchTracker([]);
  play(tracker, 0, 10);
  tracker.interrupt();
  play(tracker, 100, 110);
  expect(tracker.ranges).toEqual(read("0-10 100-110"));
});

test("an unannounced jump of the position is not counted", () => {
  const tracker = createWatchTracker([]);
  play(tracker, 0, 10);
  play(tracker, 14, 20);
  play(tracker, 5, 8);
  expect(tracker.ranges).toEqual(read("0-10 14-20"));
});

test("parts sent one after another leave no gap", () => {
  const tracker = createWatchTracker([]);
  play(tracker, 0.5, 10.5);
  expect(tracker.listUnsent()).toEqual([[0, 10]]);
  tracker.noteSent([0, 10]);
  play(tracker, 10.75, 20.25);
  expect(tracker.listUnsent()).toEqual([[10, 20]]);
  expect(tracker.ranges).toEqual([[0, 20]]);
});

test("a part whose request failed is kept and merged with the next one", () => {
  const tracker = createWatchTracker([]);
  play(tracker, 0, 10);
  tracker.listUnsent();
  play(tracker, 10.25, 30);
  expect(tracker.listUnsent()).toEqual([[0, 30]]);
});

test("parts watched earlier count too, and are not sent again", () => {
  const tracker = createWatchTracker([[0, 50]]);
  play(tracker, 50, 60);
  expect(tracker.ranges).toEqual([[0, 60]]);
  expect(tracker.listUnsent()).toEqual([[50, 60]]);
});

test("the number of unsent parts is limited", () => {
  const tracker = createWatchTracker([]);
  for (let part = 0; part < 50; part += 1) {
    tracker.interrupt();
    play(tracker, part * 10, part * 10 + 5);
  }
  expect(tracker.listUnsent()).toHaveLength(20);
});
