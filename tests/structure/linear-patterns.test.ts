import { expect, test } from "vitest";
import { findPatterns, findSlowPatterns } from "../../dev/check-patterns";

const check = (text: string) => findSlowPatterns(findPatterns("app/planted.tsx", text));

test("constant patterns of linear time pass, however they are written", async () => {
  const text = String.raw`
    const digits = "[0-9]+"; const time = /\d\d:\d\d/;
    text.replace(/^\s+/, ""); new RegExp(digits, "g"); RegExp(String.raw${"`^$"}${"{time.source}"}${"\\s`"});
    <input pattern="[0-9]+" />;`;
  expect(findPatterns("app/planted.tsx", text).map(({ pattern }) => pattern?.source)).toEqual([
    "\\d\\d:\\d\\d",
    "^\\s+",
    "[0-9]+",
    "^\\d\\d:\\d\\d\\s",
    "^(?:[0-9]+)$",
  ]);
  expect(await check(text)).toEqual([]);
});

test.each([
  ["a literal", String.raw`text.replace(/\s+$/, "")`],
  ["a constant of the file", String.raw`const end = "\\s*%$"; new RegExp(end)`],
  ["a template", ["const end = '[. ]'; new RegExp(`$", "{end}+$`)"].join("")],
  ["a text that becomes a pattern", 'text.match("[. ]+$")'],
  ["an attribute", '<input pattern="(a+)+" />'],
])("a pattern of more than linear time is reported in %s", async (_, text) => {
  expect(await check(text)).toEqual([
    expect.stringMatching(/^app\/planted\.tsx:1: .*(?:polynomial|exponential)/),
  ]);
});

test("a pattern that is not constant is reported", async () => {
  expect(await check("export const find = (word: string) => new RegExp(word);")).toEqual([
    expect.stringContaining("constants"),
  ]);
});
