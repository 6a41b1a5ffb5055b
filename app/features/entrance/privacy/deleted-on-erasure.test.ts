import { expect, test } from "vitest";
import { erasedHandle, listIdentifyingTexts, parseErasedLines } from "./deleted-on-erasure";

test("the handle of an erased creator is a valid handle", () => {
  expect(erasedHandle("01234567-89ab-4cde-8f01-23456789abcd")).toMatch(/^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/);
});

test("the texts that identify a person omit short and common words", () => {
  expect(
    listIdentifyingTexts(["marina@example.com", null, "1234"], ["Marina Souza", "Marina", null]),
  ).toEqual(["marina@example.com", "Marina Souza"]);
});

const [ana, beto] = ["01234567-89ab-4cde-8f01-23456789abcd", "11234567-89ab-4cde-8f01-23456789abcd"];

test("parseErasedLines finds each erased account once, among other lines and behind a prefix", () => {
  const line = (entry: object) => JSON.stringify({ level: 30, ...entry });
  const log = [
    line({ userId: ana, keepReviews: true, msg: "erased" }),
    `2026-11-23T02:00:00Z web-1 ${line({ userId: beto, msg: "erased" })}`,
    line({ userId: ana, keepReviews: true, msg: "erased" }),
    line({ userId: "someone", msg: "erased" }),
    line({ userId: beto, msg: "an erasure waits" }),
    "erased {not JSON",
    "",
  ].join("\n");
  expect(parseErasedLines(log, "erased")).toEqual([
    { userId: ana, keepReviews: true },
    { userId: beto, keepReviews: false },
  ]);
});
