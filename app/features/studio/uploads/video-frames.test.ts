import { expect, test } from "vitest";
import { fitInto, measureLook, pickBest, pickMoments } from "./video-frames";

test("five moments after the first tenth are offered as covers, in order and within the video", () => {
  expect(pickMoments(100)).toEqual([12, 30, 48, 66, 84]);
  expect(pickMoments(0.9)).toEqual([0.1, 0.3, 0.4, 0.6, 0.8]);
});

test.each([0, Number.NaN, Number.POSITIVE_INFINITY])("a length of %s offers no moment", (seconds) => {
  expect(pickMoments(seconds)).toEqual([]);
});

test.each([
  ["wide", 2350, 900, { x: 375, y: 0, width: 1600, height: 900 }],
  ["upright", 900, 1600, { x: 0, y: 546.875, width: 900, height: 506.25 }],
  ["16:9", 1920, 1080, { x: 0, y: 0, width: 1920, height: 1080 }],
])("a %s picture is center-cropped to 16:9", (_, width, height, part) => {
  expect(fitInto(width, height)).toEqual(part);
});

const grey = (pixels: number[]) =>
  ({
    data: Uint8ClampedArray.from(pixels.flatMap((value) => [value, value, value, 255])),
    width: 4,
    height: 3,
  }) as ImageData;

test("the sharpest frame that is not black is the best, and a black one only among black ones", () => {
  const flat = measureLook(grey(Array(12).fill(128)));
  const sharp = measureLook(grey([9, 9, 9, 9, 0, 255, 0, 255, 9, 9, 9, 9]));
  const dark = measureLook(grey([0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0]));
  expect([flat, sharp, dark].map(({ brightness }) => Math.round(brightness))).toEqual([128, 128, 20]);
  expect(pickBest([flat, dark, sharp])).toBe(2);
  expect(pickBest([dark, flat])).toBe(1);
  expect(pickBest([dark])).toBe(0);
  expect(pickBest([])).toBe(-1);
});
