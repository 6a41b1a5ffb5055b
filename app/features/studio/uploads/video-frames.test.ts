import { expect, test } from "vitest";
import { fitInto, pickMoments, readDuration } from "./video-frames";

test("four moments are offered as thumbnails, in order and within the video", () => {
  expect(pickMoments(100)).toEqual([5, 28, 52, 78]);
  expect(pickMoments(0.9)).toEqual([0, 0.3, 0.5, 0.7]);
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

test("a file with sound alone offers no frames", async () => {
  const loaded = (videoWidth: number) =>
    Object.assign(new EventTarget(), { readyState: 1, duration: 12, videoWidth }) as HTMLVideoElement;
  await expect(readDuration(loaded(0))).rejects.toThrow("no picture");
  expect(await readDuration(loaded(640))).toBe(12);
});
