import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { listFiles, readText, root } from "./sources";

const columns = 120;
const folders = ["app", "bench", "dev", "docs", "migrations", "tests"];
const files = [
  ...folders.flatMap(listFiles),
  ...readdirSync(root).filter((name) => /\.(?:md|tsx?|js)$/.test(name)),
];
const names = new Set(files.map((file) => basename(file)));
/** Migrations by their number, and by their name without the ending. */
const migrations = new Set(
  listFiles("migrations")
    .map((file) => basename(file, ".ts"))
    .flatMap((name) => [name, name.slice(0, 4)]),
);
const records = new Set(listFiles("docs/decisions").map((file) => basename(file).slice(0, 4)));

/** The name of a file of the product, a path in one of its folders, or a decision record by its number alone. */
const place =
  /(?<![\w./:*$@<>{}-])(?:(?:[\w.-]+\/)*[a-z0-9][\w.-]*\.(?:tsx?|css|md)(?![\w.-]*\w|\/)|docs\/decisions\/\d{4}(?!-)|(?:app|bench|dev|docs|migrations|tests)\/[\w./-]*\w(?![\w*<{]|\/[*<{]))/g;

interface Comment {
  line: number;
  text: string;
}

/** Returns the lines of a source that are comments or end in one, those of SQL among them. */
function commentLines(source: string): Comment[] {
  return source.split("\n").flatMap((line, index) => {
    const [, text] =
      line.match(/^\s*(?:\{?\/\*\*?|\*|\/\/|--)(?: (.*))?$/) ?? line.match(/\s\/\/ (.*)$/) ?? [];
    return text === undefined ? [] : [{ line: index + 1, text }];
  });
}

function exists(name: string, from: string): boolean {
  const record = name.match(/decisions\/(\d{4})$/);
  if (record) return records.has(record[1] ?? "");
  if (!name.includes("/")) return names.has(name);
  const candidates = [name, join(dirname(from), name), join("app", name)].map(normalize);
  return (
    candidates.some((path) => existsSync(join(root, path))) || files.some((file) => file.endsWith(`/${name}`))
  );
}

function missingPlaces(source: string, from: string): string[] {
  return commentLines(source).flatMap(({ line, text }) =>
    (text.match(place) ?? []).filter((name) => !exists(name, from)).map((name) => `${from}:${line} ${name}`),
  );
}

/**
 * Migrations that a comment of a migration names by their number or name, and that do not exist. Decision records are
 * named by their path, or as "decision 0078".
 */
function missingMigrations(source: string): string[] {
  return commentLines(source).flatMap(({ text }) =>
    [...text.matchAll(/(?<![\w./-]|decisions? )0\d{3}(?:-[a-z][\w-]*)?(?![\w-]|\.\w)/g)]
      .map(([name]) => name)
      .filter((name) => !migrations.has(name)),
  );
}

/** An address cannot be broken. */
function tooLong(source: string): number[] {
  return source.split("\n").flatMap((line, index) => {
    const isComment = /^\s*(?:\{?\/\*\*?|\*|\/\/|--)\s/.test(line);
    return isComment && line.length > columns && !/https?:\/\/\S{60}/.test(line) ? [index + 1] : [];
  });
}

const sources = files.filter((file) => /\.(?:tsx?|js)$/.test(file) && !file.endsWith("comments.test.ts"));

test("every file that a comment names exists", () => {
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.flatMap((file) => missingPlaces(readText(file), file))).toEqual([]);
});

test("every migration that a comment of a migration names exists", () => {
  const sources = listFiles("migrations");
  expect(sources.length).toBeGreaterThan(15);
  expect(
    sources.flatMap((file) => missingMigrations(readText(file)).map((name) => `${file}: ${name}`)),
  ).toEqual([]);
});

test(`no line of a comment is longer than ${columns} columns`, () => {
  expect(sources.flatMap((file) => tooLong(readText(file)).map((line) => `${file}:${line}`))).toEqual([]);
});

test("every decision record that a document names exists", () => {
  const documents = files.filter((file) => file.endsWith(".md"));
  const cited = documents.flatMap((file) =>
    [...readText(file).matchAll(/decisions?[/ ]\[?(\d{4})|\]\((\d{4})-/g)].map(
      (match) => match[1] ?? match[2],
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter((number) => !records.has(number ?? ""))).toEqual([]);
});

test("the index of the decision records lists each of them", () => {
  const listed = [...readText("docs/decisions/README.md").matchAll(/^- \[(\d{4})\]\(\1-/gm)].map(
    ([, id]) => id,
  );
  const written = [...records].filter((id) => /^\d{4}$/.test(id));
  expect(listed.toSorted()).toEqual(written.toSorted());
});

describe("the check of comments", () => {
  test.each([
    ["// See gone.server.ts.", "gone.server.ts"],
    ["/** Decided there (docs/decisions/0000). */", "docs/decisions/0000"],
    [" * (app/features/base/money/gone.ts): cents.", "app/features/base/money/gone.ts"],
    ["-- The rule is in `gone-rule.ts`.", "gone-rule.ts"],
    ["// Kept pages (app/server/gone/) are dropped.", "app/server/gone"],
    ["const one = 1; // as in gone.ts", "gone.ts"],
  ])("finds the missing file in %s", (source, name) => {
    const [found = ""] = missingPlaces(source, "app/routes.ts");
    expect(found.endsWith(name)).toBe(true);
  });

  test.each([
    "// See price.ts and app/features/base/money/price.ts.",
    "/** `money/price.ts` (docs/decisions/0007) decides; https://example.com/gone.ts does not. */",
    'const path = "gone.ts";',
  ])("passes %s", (source) => expect(missingPlaces(source, "app/routes.ts")).toEqual([]));

  test("finds the number or name of a migration that does not exist", () => {
    const source = [
      "/** The trigger of 0452, and that of 0007. */",
      "-- As in 0007-gone.",
      "// As 0007-access and decision 0452 (docs/decisions/0452) say, but not 0900.",
    ];
    expect(missingMigrations(source.join("\n"))).toEqual(["0452", "0007-gone", "0900"]);
  });

  test("finds a long line, and accepts a long address", () => {
    const long = `// ${"word ".repeat(30)}`;
    expect(tooLong(`${long}\n// https://example.com/${"a".repeat(120)}`)).toEqual([1]);
  });
});
