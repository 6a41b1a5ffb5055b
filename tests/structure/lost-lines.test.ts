/** A form that gets no answer must not cost its page: every page that takes one says what happens then. */
import ts from "typescript";
import { expect, test } from "vitest";
import { listSources, parse, readText } from "./sources";

function listExports(path: string): Set<string> {
  const names = new Set<string>();
  ts.forEachChild(parse(readText(path), path), (node) => {
    if (!ts.canHaveModifiers(node)) return;
    const words = ts.getModifiers(node)?.map(({ kind }) => kind) ?? [];
    if (!words.includes(ts.SyntaxKind.ExportKeyword)) return;
    if (words.includes(ts.SyntaxKind.DefaultKeyword)) names.add("default");
    else if (ts.isFunctionDeclaration(node) && node.name) names.add(node.name.text);
    else if (ts.isVariableStatement(node))
      for (const { name } of node.declarationList.declarations) names.add(name.getText());
  });
  return names;
}

const pages = listSources("app/routes")
  .map((path) => [path, listExports(path)] as const)
  .filter(([, names]) => names.has("default") && names.has("action"));

test("pages with forms are found", () => expect(pages.length).toBeGreaterThan(15));

/** Whatever it is sent, it answers that it is not there. */
const formless = ["app/routes/system/not-found.tsx"];

test.each(pages.filter(([path]) => !formless.includes(path)))("%s", (_, names) => {
  expect(names.has("clientAction")).toBe(true);
});
