import { expect, test } from "vitest";
import { containsPattern } from "./people-search";

test.each([
  ["bread", "%bread%"],
  ["100%", "%100\\%%"],
  ["a_b", "%a\\_b%"],
  ["a\\b", "%a\\\\b%"],
])("the search %s becomes the LIKE pattern %s", (text, pattern) =>
  expect(containsPattern(text)).toBe(pattern),
);
