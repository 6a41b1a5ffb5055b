/**
 * After a reload Firefox restores what a form held, unless `autocomplete` is off: a form that filters would contradict
 * the list.
 */
import ts from "typescript";
import { expect, test } from "vitest";
import { listSources, parse, readText, walk } from "./sources";

/** Forms whose fields the address sets, without `autoComplete="off"`. */
function findRestoredForms(text: string, path?: string): string[] {
  const found: string[] = [];
  walk(parse(text, path), (node) => {
    if (!ts.isJsxOpeningElement(node) || !/^form$/i.test(node.tagName.getText())) return;
    const attributeOf = (name: string) =>
      node.attributes.properties
        .map((each) =>
          ts.isJsxAttribute(each) && each.name.getText() === name ? each.initializer : undefined,
        )
        .find((value) => value && ts.isStringLiteral(value))
        ?.getText();
    const gets = attributeOf("method") === undefined || attributeOf("method") === '"get"';
    if (gets && attributeOf("autoComplete") !== '"off"') found.push(node.getText());
  });
  return found;
}

test("Firefox restores no values in forms that filter", () => {
  const sources = listSources("app").filter((path) => path.endsWith(".tsx"));
  expect(sources.flatMap((path) => findRestoredForms(readText(path), path))).toEqual([]);
});

test("the check finds a form that would be restored", () => {
  expect(findRestoredForms('<Form method="get"><select /></Form>', "a.tsx")).toHaveLength(1);
  expect(findRestoredForms('<Form role="search"><input /></Form>', "a.tsx")).toHaveLength(1);
  expect(findRestoredForms('<Form method="get" autoComplete="off"><input /></Form>', "a.tsx")).toEqual([]);
  expect(findRestoredForms('<form method="post"><input /></form>', "a.tsx")).toEqual([]);
});
