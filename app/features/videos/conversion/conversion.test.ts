import { expect, test } from "vitest";
import { containerOf, conversionReasons, convertedKey, decidePlayingDoubt, isTriedAgain } from "./conversion";

test.each([
  ["a/1_aula.mov", "a/1_aula.mp4"],
  ["a/1_aula.avi", "a/1_aula.mp4"],
  ["a/1_aula.mp4", "a/1_aula-h264.mp4"],
  ["a/1_aula.mov.avi", "a/1_aula.mov.mp4"],
])("%s becomes %s", (from, to) => {
  expect(convertedKey(from)).toBe(to);
  expect(convertedKey(from)).not.toBe(from);
});

test("the container is the ending's, of the three there are", () => {
  expect(containerOf("a/b.avi")).toBe("avi");
  expect(containerOf("a/b.mp4.exe")).toBeUndefined();
  expect(containerOf("a/mp4")).toBeUndefined();
});

test("the queue retries what is no fault of the file", () => {
  expect(conversionReasons.filter(isTriedAgain)).toEqual(["noRoom", "stopped", "storeAway"]);
  expect(conversionReasons).toEqual(expect.arrayContaining(["unreadable", "tooLong", "tooLarge"]));
});

test.each([
  [undefined, undefined],
  [{ state: "waiting" }, "converting"],
  [{ state: "running", percent: null }, "converting"],
  [{ state: "failed", reason: "stopped" }, "converting"],
  [{ state: "failed", reason: "unreadable" }, "format"],
  [{ state: "unavailable" }, "format"],
] as const)("the conversion %j warns of %s", (conversion, doubt) => {
  expect(decidePlayingDoubt(conversion)).toBe(doubt);
});
