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
])("the people search %j compares with %j", (text, search) =>
  expect(decidePeopleSearch(text)).toEqual(search),
);

test("a people search is truncated and loses characters that the database cannot store", () => {
  expect(parseSearchText(` a\0na${"x".repeat(300)}`)).toBe(`ana${"x".repeat(197)}`);
  expect(parseSearchText(null)).toBe("");
});
