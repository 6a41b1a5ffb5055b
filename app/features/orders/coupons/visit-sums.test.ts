import { expect, test } from "vitest";
import { createVisitSums } from "./visit-sums";

const of = (source: string, videoId = "a") => ({ videoId, previewKey: null, day: "2026-11-25", source });

test("a visit adds to the sum of its video, day and source", () => {
  const sums = createVisitSums(10);
  sums.add(of("instagram"), "views");
  sums.add(of("instagram"), "views");
  sums.add(of("instagram"), "previews");
  sums.add(of("qr"), "views");
  expect(sums.take()).toEqual([
    { ...of("instagram"), views: 2, previews: 1 },
    { ...of("qr"), views: 1, previews: 0 },
  ]);
  expect(sums.take()).toEqual([]);
});

test("a flood of invented source names of a video is counted as other", () => {
  const sums = createVisitSums(1_000);
  for (let index = 0; index < 500; index += 1) sums.add(of(`utm:${index}`), "views");
  sums.add(of("utm:3"), "views");
  expect(sums.size).toBe(31);
  const taken = sums.take();
  expect(taken.find(({ source }) => source === "other")?.views).toBe(470);
  expect(taken.find(({ source }) => source === "utm:3")?.views).toBe(2);
});

test("full sums take no further combination and say how much was dropped", () => {
  const sums = createVisitSums(2);
  for (const video of ["a", "b", "c", "d", "a"]) sums.add(of("direct", video), "views");
  expect(sums.size).toBe(2);
  expect(sums.dropped).toBe(2);
  expect(sums.take().map(({ views }) => views)).toEqual([2, 1]);
  expect(sums.dropped).toBe(0);
});
