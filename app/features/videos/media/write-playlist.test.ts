import { expect, test } from "vitest";
import { measureBandwidth, targetSeconds } from "./write-playlist";

const segment = (seconds: number, bytes: number) => ({ microseconds: seconds * 1_000_000, bytes });

test("the peak bandwidth is that of the densest segment, and the average that of all segments", () => {
  expect(measureBandwidth([segment(4, 100_000), segment(4, 300_000), segment(4, 200_000)])).toEqual({
    peak: 600_000,
    average: 400_000,
  });
});

test("a short last segment counts for the peak only together with its neighbour", () => {
  // 0.2 s alone would be 4 Mbit/s; with the 4 s before it, it is 248 kbit/s.
  expect(measureBandwidth([segment(4, 30_000), segment(0.2, 100_000)]).peak).toBe(247_620);
});

test("a single short segment is its own peak", () => {
  expect(measureBandwidth([segment(0.5, 50_000)])).toEqual({ peak: 800_000, average: 800_000 });
});

test("the target duration is a whole number that no segment exceeds", () => {
  expect(targetSeconds([segment(4, 1), segment(4.2, 1), segment(0.3, 1)])).toBe(5);
  expect(targetSeconds([segment(0.3, 1)])).toBe(1);
});
