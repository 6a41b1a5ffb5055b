import ts from "typescript";
import { expect, test } from "vitest";
import { listSources, parse, readText } from "./sources";

/** More hide the guard, the form, the action and the redirect: a page's queries and sections belong to its room. */
const maxModules = 24;

function countModules(text: string, path?: string): number {
  const imports = parse(text, path).statements.filter(ts.isImportDeclaration);
  return new Set(imports.map(({ moduleSpecifier }) => moduleSpecifier.getText())).size;
}

test("no route imports from more than 24 modules", () => {
  const routes = listSources("app/routes");
  expect(routes.length).toBeGreaterThan(100);
  const counted = routes.map((path) => ({ path, modules: countModules(readText(path), path) }));
  expect(counted.filter(({ modules }) => modules > maxModules)).toEqual([]);
});

test("the check counts each module of a route once", () => {
  const planted = Array.from({ length: maxModules + 1 }, (_, at) => `import { a${at} } from "~/m${at}";`);
  expect(countModules(planted.join("\n"))).toBeGreaterThan(maxModules);
  expect(countModules(planted.slice(1).join("\n"))).toBe(maxModules);
  expect(countModules(`import { a } from "~/a";\nimport type { B } from "~/a";\nimport "~/c";`)).toBe(2);
});
