import { expect, test } from "vitest";
import { decidePeopleSearch, parseSearchText } from "./people-search";

test.each([
  ["", { by: "nothing" }],
  ["jo", { by: "tooShort" }],
  ["a@b.co", { by: "tooShort" }],
  ["🎸🎸🎸", { by: "tooShort" }],
  ["João", { by: "pattern", pattern: "%João%" }],
  ["João", { by: "pattern", pattern: "%João%" }],
  ["100%_\\", { by: "pattern", pattern: "%100\\%\\_\\\\%" }],
])("searches %j by %j", (text, search) => expect(decidePeopleSearch(text)).toEqual(search));

test("truncates a search and removes characters that the database cannot store", () => {
  expect(parseSearchText(` a\0na${"x".repeat(300)}`)).toBe(`ana${"x".repeat(197)}`);
  expect(parseSearchText(null)).toBe("");
});
