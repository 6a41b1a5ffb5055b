import { expect, test } from "vitest";
import { containerOf, convertedKey } from "./conversion";

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
