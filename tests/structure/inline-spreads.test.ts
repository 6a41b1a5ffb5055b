import ts from "typescript";
import { expect, test } from "vitest";
import { listFiles, parse, readText, walk } from "./sources";

/** React 18 does not know an attribute that only a spread can set. */
const allowed = ["{ fetchpriority: "];

/** Texts worth parsing. */
const mayHaveOne = /\.\.\.\(*[[{]/;

function findInlineSpreads(source: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    const isSpread = ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node);
    if (!isSpread) return;
    let spread = node.expression;
    while (ts.isParenthesizedExpression(spread) || ts.isAsExpression(spread)) spread = spread.expression;
    if (!ts.isObjectLiteralExpression(spread) && !ts.isArrayLiteralExpression(spread)) return;
    if (!allowed.some((start) => spread.getText().startsWith(start))) found.push(node.getText());
  });
  return found;
}

test("nothing spreads an object or a list that is written in place", () => {
  const files = ["app", "bench", "dev", "migrations", "tests"].flatMap(listFiles);
  const found = files
    .filter((path) => /\.tsx?$/.test(path) && mayHaveOne.test(readText(path)))
    .flatMap((path) => findInlineSpreads(parse(readText(path), path)).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});

test.each([
  "const row = { ...{ id, name }, now };",
  "const list = [...[first, second], third];",
  "call(...([first, second] as const));",
  "const item = <Item {...{ video, choices }} />;",
])("%s is found", (text) => expect(findInlineSpreads(parse(text))).toHaveLength(1));
