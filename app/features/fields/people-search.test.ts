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
])("%j is looked for by %j", (text, search) => expect(decidePeopleSearch(text)).toEqual(search));

test("what was typed is cut to the longest, without what no database holds", () => {
  expect(parseSearchText(` a\0na${"x".repeat(300)}`)).toBe(`ana${"x".repeat(197)}`);
  expect(parseSearchText(null)).toBe("");
});
