import { describe, expect, test } from "vitest";
import { listFiles, readText } from "./sources";

/** Phrases of comments and documents that a standard term replaces. */
const phrases = [
  /\bwhoever\b/i,
  /\bnone of ours\b/i,
  /\bno answer of ours\b/i,
  /\bnobody's business\b/i,
  /\btold (?:of|so)\b/i,
  /\bhears? of\b/i,
  /\bline is gone\b/i,
  /\blost line\b/i,
  /\bthe word of\b/i,
  /\bGives (?:whether|what|how|who|undefined)\b/,
  /\bTakes (?:what|whether|how|who)\b/,
];

function findPhrases(text: string): string[] {
  return phrases.flatMap((phrase) => text.match(phrase)?.[0] ?? []);
}

test("comments and documents use plain words", () => {
  const folders = ["app", "bench", "dev", "docs", "migrations", "tests"];
  const files = ["CONTRIBUTING.md", "README.md", "server.ts", ...folders.flatMap(listFiles)].filter(
    (path) => /\.(?:tsx?|js|md)$/.test(path) && !/plain-words|\/locales\//.test(path),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((path) => findPhrases(readText(path)).map((found) => `${path}: ${found}`))).toEqual(
    [],
  );
});

describe("the check itself", () => {
  test.each(["// Gives whether it was there.", "/** Whoever is signed in. */", "// nobody is told of it"])(
    "finds %s",
    (text) => expect(findPhrases(text)).toHaveLength(1),
  );
  test("passes ordinary English", () =>
    expect(findPhrases("// Gives every request an id. Takes two minutes; the next line is empty.")).toEqual(
      [],
    ));
});
