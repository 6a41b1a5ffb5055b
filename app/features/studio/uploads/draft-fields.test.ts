import { expect, test } from "vitest";
import { draftMaxBytes, isSameDraft, isTooLong, isWorthKeeping, readDraftFields } from "./draft-fields";

test("a draft keeps the fields of the form, and neither empty nor unknown ones", () => {
  const form = { title: "Pão", price: " ", intent: "save", password: "x", outcomes: "Sovar\r\nAssar" };
  expect(readDraftFields(form)).toEqual({ title: "Pão", outcomes: "Sovar\r\nAssar" });
});

test("a draft keeps every field of the form that is a text", () => {
  const names = [
    "source",
    "youtubeUrl",
    "title",
    "description",
    "price",
    "pricing",
    "coverDrawing",
    "coverGround",
  ];
  const more = [
    "coverTitle",
    "outcomes",
    "topic",
    "spokenLanguage",
    "previewSeconds",
    "previewStart",
    "trailerUrl",
  ];
  const form = Object.fromEntries([...names, ...more].map((name) => [name, "x"]));
  expect(readDraftFields(form)).toEqual(form);
});

test.each([
  [{ source: "file", previewSeconds: "60", previewStart: "0", coverGround: "mata" }, false],
  [{ source: "file", price: "4" }, true],
  [{ source: "youtube", youtubeUrl: "https://youtu.be/x" }, true],
  [{ coverDrawing: "ipe" }, true],
])("%j is worth keeping: %s", (fields, kept) => {
  expect(isWorthKeeping(fields)).toBe(kept);
});

test("the longest valid form fits, in any script", () => {
  const longest = {
    title: "漢".repeat(200),
    description: "漢".repeat(5000),
    outcomes: "漢".repeat(6 * 122),
    youtubeUrl: "x".repeat(2000),
  };
  expect(isTooLong(longest)).toBe(false);
  expect(isTooLong({ description: "x".repeat(draftMaxBytes) })).toBe(true);
});

test("drafts are the same whatever the order of their fields", () => {
  expect(isSameDraft({ title: "a", price: "1" }, { price: "1", title: "a" })).toBe(true);
  expect(isSameDraft({ title: "a" }, { title: "a", price: "1" })).toBe(false);
});
