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
  /\bknown again\b/i,
  /\b(?:what|which) (?:\w+ ){1,4}goes by\b/i,
  /\bsaid as that\b/i,
  /\bfor what is none\b/i,
  /\bis none of (?:ours|theirs|its)\b/i,
  /\bso many at most\b/i,
  /\bgives (?:what became|what came) of\b/i,
  /\bof what is as (?:short|long) as that\b/i,
  /\bthat could not be \w+ is said\b/i,
  /\bhow far (?:it|someone|somebody) is with\b/i,
  /\b(?:most|least)(?:Tries|Times|Rows|Pages|Seconds|Days|Bp|AtOnce)\b/,
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

describe("the check of plain words", () => {
  test.each([
    "// Gives whether it was there.",
    "/** Whoever is signed in. */",
    "// nobody is told of it",
    "/** Makes what a file is known again by. */",
    "/** What each order goes by before the time. */",
    "const mostTries = 6;",
  ])("finds %s", (text) => expect(findPhrases(text)).toHaveLength(1));
  test("passes ordinary English", () =>
    expect(findPhrases("// Gives every request an id. Takes two minutes; the next line is empty.")).toEqual(
      [],
    ));
});
