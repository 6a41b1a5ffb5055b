import { expect, test } from "vitest";
import { cutStrip, findFrame, findPresentChapter } from "./seek-strip";

const chapters = [{ seconds: 0 }, { seconds: 50 }, { seconds: 150 }];

test("a progress bar is cut where a chapter begins, without gaps", () => {
  expect(cutStrip(chapters, 200)).toEqual([
    { from: 0, to: 25 },
    { from: 25, to: 75 },
    { from: 75, to: 100 },
  ]);
});

test("a progress bar has a single part without chapters and while the length is unknown", () => {
  expect(cutStrip([], 200)).toEqual([{ from: 0, to: 100 }]);
  expect(cutStrip(chapters, 0)).toEqual([{ from: 0, to: 100 }]);
});

test("a chapter beyond the end cuts no part of the progress bar", () => {
  expect(cutStrip(chapters, 100)).toEqual([
    { from: 0, to: 50 },
    { from: 50, to: 100 },
  ]);
});

test("the present chapter is the last one that has begun", () => {
  expect(findPresentChapter(chapters, 49.9)).toEqual({ seconds: 0 });
  expect(findPresentChapter(chapters, 50)).toEqual({ seconds: 50 });
  expect(findPresentChapter([], 50)).toBeUndefined();
});

test("each second has the small picture that is not after it, also at the end", () => {
  const sheet = { seconds: 4, count: 3, columns: 3, width: 160, height: 90 };
  expect([0, 3.9, 4, 11.9, 12.4, -1].map((second) => findFrame(sheet, second))).toEqual([0, 0, 1, 2, 2, 0]);
});
