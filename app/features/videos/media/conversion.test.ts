import { expect, test } from "vitest";
import { containerOf, conversionReasons, convertedKey, decidePlayingDoubt, isTriedAgain } from "./conversion";

test.each([
  ["a/1_aula.mov", "a/1_aula.mp4"],
  ["a/1_aula.avi", "a/1_aula.mp4"],
  ["a/1_aula.mp4", "a/1_aula-h264.mp4"],
  ["a/1_aula.mov.avi", "a/1_aula.mov.mp4"],
])("the file %s is converted to %s", (from, to) => {
  expect(convertedKey(from)).toBe(to);
  expect(convertedKey(from)).not.toBe(from);
});

test("the container of a file follows from its extension and is one of three", () => {
  expect(containerOf("a/b.avi")).toBe("avi");
  expect(containerOf("a/b.mp4.exe")).toBeUndefined();
  expect(containerOf("a/mp4")).toBeUndefined();
});

test("the queue retries a conversion whose failure is not caused by the file", () => {
  expect(conversionReasons.filter(isTriedAgain)).toEqual(["noRoom", "stopped", "storeAway"]);
  expect(conversionReasons).toEqual(expect.arrayContaining(["unreadable", "tooLong", "tooLarge"]));
});

test.each([
  [undefined, undefined],
  [{ state: "waiting" }, "converting"],
  [{ state: "running", percent: null }, "converting"],
  [{ state: "failed", reason: "stopped" }, "converting"],
  [{ state: "failed", reason: "unreadable" }, "unreadable"],
  [{ state: "failed", reason: "tooLong" }, "format"],
  [{ state: "unavailable" }, "format"],
] as const)("the conversion state %j warns of %s", (conversion, doubt) => {
  expect(decidePlayingDoubt(conversion)).toBe(doubt);
});
