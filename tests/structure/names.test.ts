import { basename, dirname } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { endOfBaseline, migrations } from "../../migrations/index";
import { listFiles, listSources, parse, readText } from "./sources";

/** Names without meaning. A catalogue of common texts is an exception. */
function findMeaningless(paths: string[]): string[] {
  return paths.filter((path) =>
    path.split("/").some((part) => {
      const word = part.replace(/\..*$/, "");
      if (word === "common" && path.startsWith("app/i18n/locales/")) return false;
      return /^(utils?|lib|libs|helpers?|common|misc|shared)$/.test(word);
    }),
  );
}

/** A file that only re-exports. The lists of catalogues and migrations are more than that. */
function isBarrel(text: string): boolean {
  const { statements } = parse(text);
  return (
    statements.length > 0 && statements.every((node) => ts.isExportDeclaration(node) && node.moduleSpecifier)
  );
}

/** More is a second part of the product: split the folder by what it decides. */
const maxFiles = 40;

/** Returns the folders that hold more files than that, each with its number; sub-folders count apart. */
function overgrown(paths: string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > maxFiles ? [`${folder}: ${count}`] : []));
}

const folders = ["app", "dev", "migrations", "tests"];
const sources = folders.flatMap(listSources);

test("no file or folder has a name without meaning", () => {
  expect(findMeaningless(folders.flatMap(listFiles))).toEqual([]);
});

test("file names are kebab-case", () => {
  const names = sources.map((path) =>
    basename(path).replace(/(\.(test|server|queries|d|config))*\.tsx?$/, ""),
  );
  expect(names.filter((name) => !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name))).toEqual([]);
});

test("no file is a barrel", () => {
  expect(sources.filter((path) => isBarrel(readText(path)))).toEqual([]);
});

test("no folder of app or tests has more than 40 files", () => {
  expect(overgrown([...listFiles("app"), ...listFiles("tests")])).toEqual([]);
});

describe("the checks of names", () => {
  test("finds a room of 41 files", () => {
    const files = Array.from({ length: maxFiles + 1 }, (_, index) => `app/features/sales/rule-${index}.ts`);
    expect(overgrown(files)).toEqual(["app/features/sales: 41"]);
    expect(overgrown(files.slice(1))).toEqual([]);
  });
  test.each([
    "app/utils/dates.ts",
    "app/features/videos/helpers.ts",
    "dev/lib.ts",
    "app/common.ts",
    "app/ui/misc.tsx",
  ])("finds %s", (path) => expect(findMeaningless([path])).toEqual([path]));
  test.each([
    "app/i18n/locales/pt/common.ts",
    "app/features/sales/commonly-bought.ts",
    "app/platform/library.ts",
  ])("passes %s", (path) => expect(findMeaningless([path])).toEqual([]));
  test.each([
    [`export * from "./a"; export { b } from "./b";`, true],
    [`export { b } from "./b"; export const c = 1;`, false],
    [`import { a } from "./a"; export { a };`, false],
  ])("decide that %s is a barrel: %s", (text, barrel) => expect(isBarrel(text)).toBe(barrel));
});

describe("the migrations", () => {
  const files = listSources("migrations").map((path) => basename(path, ".ts"));
  const numbered = files.filter((name) => /^\d{4}-/.test(name));

  test("are listed by their name, in order", () => {
    expect(Object.keys(migrations)).toEqual(numbered);
    const numbers = numbered.map((name) => name.slice(0, 4));
    expect([...new Set(numbers)]).toEqual(numbers);
  });

  test("have up and down after the baseline", () => {
    expect(migrations).toHaveProperty(endOfBaseline);
    for (const [name, migration] of Object.entries(migrations)) {
      if (name <= endOfBaseline) continue;
      expect(migration, name).toMatchObject({ up: expect.any(Function), down: expect.any(Function) });
    }
  });

  test("import kysely only", () => {
    const imports = numbered.flatMap((name) =>
      parse(readText(`migrations/${name}.ts`))
        .statements.filter(ts.isImportDeclaration)
        .map((node) => `${name}: ${node.moduleSpecifier.getText()}`),
    );
    expect(imports.filter((line) => !line.endsWith('"kysely"'))).toEqual([]);
  });
});
