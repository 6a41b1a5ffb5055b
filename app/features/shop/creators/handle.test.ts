import { describe, expect, test } from "vitest";
import { creatorPath, looksLikeHandle, parseHandle } from "./handle";

test.each([
  ["lia-nakamura", "lia-nakamura"],
  ["  Lia-Nakamura ", "lia-nakamura"],
  ["@lia", "lia"],
  ["a1b", "a1b"],
  ["7", undefined],
  ["a".repeat(30), "a".repeat(30)],
])("the typed handle %s is parsed as %s", (typed, handle) => {
  const parsed = parseHandle(typed);
  expect(parsed.ok ? parsed.handle : undefined).toBe(handle);
});

describe("parseHandle", () => {
  test.each([
    ["", "common.required"],
    ["@", "common.required"],
    ["ab", "creators.handleLength"],
    ["a".repeat(31), "creators.handleLength"],
    ["joão", "creators.handleSigns"],
    ["аna", "creators.handleSigns"],
    ["ana_lima", "creators.handleSigns"],
    ["ana lima", "creators.handleSigns"],
    ["ana/../admin", "creators.handleSigns"],
    ["-ana", "creators.handleSigns"],
    ["ana-", "creators.handleSigns"],
    ["İana", "creators.handleSigns"],
  ])("rejects %j with %s", (typed, error) => expect(parseHandle(typed)).toEqual({ ok: false, error }));
});

test("only a well-formed handle is looked up", () => {
  expect(looksLikeHandle("lia-nakamura")).toBe(true);
  expect(["", "ab", "a\0b", "a/b", "joão", "a".repeat(31)].filter(looksLikeHandle)).toEqual([]);
});

test("the page of a creator is at /creators and the handle", () =>
  expect(creatorPath("lia")).toBe("/creators/lia"));
