import { expect, test } from "vitest";
import { isSameTyped, isTooLong, readTypedFields } from "./typed-fields";

test("the fields of the form are kept, and neither empty nor unknown ones", () => {
  const form = { title: "Pão", price: " ", intent: "save", password: "x", outcomes: "Sovar\r\nAssar" };
  expect(readTypedFields(form)).toEqual({ title: "Pão", outcomes: "Sovar\r\nAssar" });
});

test("every field of the form that is a text is kept", () => {
  const names =
    "title description price pricing outcomes topic spokenLanguage previewSeconds previewStart trailerUrl";
  const form = Object.fromEntries(names.split(" ").map((name) => [name, "x"]));
  expect(readTypedFields(form)).toEqual(form);
});

test("the longest valid form fits, in any script", () => {
  const longest = {
    title: "漢".repeat(200),
    description: "漢".repeat(5000),
    outcomes: "漢".repeat(6 * 122),
    trailerUrl: "x".repeat(2000),
  };
  expect(isTooLong(longest)).toBe(false);
  expect(isTooLong({ description: "x".repeat(40_000) })).toBe(true);
});

test("forms are the same whatever the order of their fields", () => {
  expect(isSameTyped({ title: "a", price: "1" }, { price: "1", title: "a" })).toBe(true);
  expect(isSameTyped({ title: "a" }, { title: "a", price: "1" })).toBe(false);
});
