import { expect, test } from "vitest";
import { isStorageKey } from "~/integrations/storage/storage-key";
import { decideRungs, extrasKeys, parseShortSide, planFrames, rungKey, settingsOf } from "./rungs";

test.each([
  ["Full HD", 1920, 1080, [360, 720, 1080]],
  ["an upright phone's Full HD", 1080, 1920, [360, 720, 1080]],
  ["4K", 3840, 2160, [360, 720, 1080]],
  ["HD", 1280, 720, [360, 720]],
  ["a wide film", 1920, 800, [360, 720]],
  ["a square", 1080, 1080, [360, 720, 1080]],
  ["480 lines", 854, 480, [360, 480]],
  ["little above 360 lines", 720, 400, [360]],
  ["between HD and Full HD", 1600, 900, [360, 720, 900]],
  ["little above HD", 1366, 768, [360, 720]],
  ["less than the smallest rung", 426, 240, [240]],
  ["odd sizes", 427, 241, [240]],
  ["odd sizes, upright", 481, 853, [360, 480]],
  ["one pixel", 1, 1, []],
  ["no picture", 0, 0, []],
])("a source of %s (%i × %i) gets the rungs %j", (_, width, height, rungs) => {
  expect(decideRungs({ width, height })).toEqual(rungs);
});

test("no rung is larger than its source or has odd sides, for all sizes up to 4K", () => {
  for (let side = 2; side <= 2160; side += 1) {
    const rungs = decideRungs({ width: 3840, height: side });
    expect(rungs.length).toBeGreaterThan(0);
    expect(Math.max(...rungs)).toBeLessThanOrEqual(side);
    expect(rungs.every((rung) => rung % 2 === 0)).toBe(true);
    expect([...new Set(rungs)].sort((a, b) => a - b)).toEqual(rungs);
  }
});

test("a larger rung never has a lower bit rate", () => {
  const rates = [240, 360, 480, 720, 900, 1080].map((side) => settingsOf(side).videoKilobits);
  expect([...rates].sort((a, b) => a - b)).toEqual(rates);
});

test("the key of a rung is beside that of its source and differs for each attempt", () => {
  const key = rungKey("ana/1_aula.mp4", { shortSide: 360, attempt: "0a1b2c3d" });
  expect(key).toBe("ana/1_aula-360p-0a1b2c3d.mp4");
  expect(isStorageKey(key)).toBe(true);
});

test.each(["", "0", "-360", "360.5", "1e3", "99999", "360p", " 360"])(
  "%j is not the name of a rung",
  (text) => {
    expect(parseShortSide(text)).toBe(0);
  },
);

test("a rung is named by its short side", () => expect(parseShortSide("1080")).toBe(1080));

test("small pictures fall on key frames, are at most 100, and keep the picture's shape", () => {
  for (const seconds of [0, 0.5, 2, 9, 199, 200, 201, 3_600, 36_000]) {
    const sheet = planFrames(seconds, { width: 1920, height: 1080 });
    expect(sheet).toMatchObject({ width: 160, height: 90 });
    expect(sheet.seconds % 2).toBe(0);
    expect(sheet.count).toBeLessThanOrEqual(100);
    expect(sheet.count * sheet.seconds).toBeGreaterThanOrEqual(seconds);
    expect((sheet.count - 1) * sheet.seconds).toBeLessThan(Math.max(seconds, 1));
  }
  expect(planFrames(30, { width: 360, height: 640 })).toMatchObject({ width: 90, height: 160, columns: 10 });
  expect(planFrames(5, { width: 640, height: 2 })).toMatchObject({ height: 2, columns: 3 });
});

test("the keys of sound and small pictures are beside that of their source", () => {
  const keys = extrasKeys("ana/1_aula.mp4", "0a1b2c3d");
  expect(keys).toEqual({ sound: "ana/1_aula-sound-0a1b2c3d.m4a", frames: "ana/1_aula-frames-0a1b2c3d.jpg" });
});
