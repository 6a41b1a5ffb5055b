import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readText, root } from "./sources";

/** Level 1 and level 2 items of OWASP ASVS 5.0.0. */
const itemCount = 253;

const asvs = readText("docs/asvs.md");
const security = readText("docs/security.md");

interface Row {
  id: string;
  proof: string;
}

/** The table rows: an item, its requirement and its proof. */
function listRows(text: string): Row[] {
  return [...text.matchAll(/^\| *(\d+\.\d+\.\d+) *\|[^|]*\|([^|]*)\|$/gm)].map(([, id = "", proof = ""]) => ({
    id,
    proof: proof.trim(),
  }));
}

/** The items in the section on what does not apply. */
function listElsewhere(text: string): string[] {
  const [, section = ""] = text.split(/^## Does not apply$/m);
  return section.match(/\b\d+\.\d+\.\d+\b/g) ?? [];
}

/** The files cited in backticks, without directives, words and URLs. */
function listFiles(text: string): string[] {
  return [...text.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path = ""]) => path);
}

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const isMissing = (path: string) => !existsSync(join(root, path));

/** Finds cited files and sections that do not exist, and a proof without test, section or reason. */
function findFaults({ id, proof }: Row, anchors: ReadonlySet<string>): string[] {
  const files = listFiles(proof);
  const sections = [...proof.matchAll(/\]\(security\.md#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
  const proven = /^(Not|Partly) met: ./.test(proof) || sections.length > 0 || files.some(isTest);
  return [
    ...files.filter(isMissing).map((path) => `${id}: no file ${path}`),
    ...sections.filter((anchor) => !anchors.has(anchor)).map((anchor) => `${id}: no section #${anchor}`),
    ...(proven ? [] : [`${id}: no proof`]),
  ];
}

/** The anchors of headings, as GitHub generates them. */
function listAnchors(text: string): Set<string> {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

test("every file and section that docs/asvs.md cites exists, and every item has its proof or its reason", () => {
  const anchors = listAnchors(security);
  expect(listRows(asvs).flatMap((row) => findFaults(row, anchors))).toEqual([]);
});

test("every item of level 1 and 2 is there once", () => {
  const ids = [...listRows(asvs).map(({ id }) => id), ...listElsewhere(asvs)];
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids).toHaveLength(itemCount);
});

test("no table row escapes the check by its form", () => {
  const lines = asvs.split("\n").filter((line) => /^\| *\d+\.\d+\.\d+/.test(line));
  expect(listRows(asvs)).toHaveLength(lines.length);
});

test("every file that docs/security.md cites exists", () => {
  expect(listFiles(security).length).toBeGreaterThan(10);
  expect(listFiles(security).filter(isMissing)).toEqual([]);
});

test("README.md links to docs/security.md, and that to docs/asvs.md", () => {
  expect(readText("README.md")).toContain("(docs/security.md)");
  expect(security).toContain("(asvs.md)");
});

describe("the check of the security documents", () => {
  const faultsOf = (proof: string) =>
    findFaults({ id: "1.1.1", proof }, listAnchors("# Security\n\n## Ways in, and out\n"));
  const file = "tests/structure/security-doc.test.ts";

  test.each([
    ["a file that does not exist", "`tests/structure/nothing.test.ts`"],
    ["a source that does not exist", `\`${file}\`, \`app/nothing.ts\``],
    ["a section that does not exist", "[Ways](security.md#ways)"],
    ["nothing but words", "Met, as anyone can see."],
    ["a file that is no test", "`app/routes.ts`"],
    ["not met without a reason", "Not met:"],
  ])("finds %s", (_, proof) => expect(faultsOf(proof)).not.toEqual([]));

  test.each([
    ["a file", `\`${file}\``],
    ["a section", "[Ways](security.md#ways-in-and-out)"],
    ["not met, and why", "Not met: nobody asked for it."],
  ])("passes %s", (_, proof) => expect(faultsOf(proof)).toEqual([]));

  test("parses the table and the list", () => {
    const text = "| 1.2.3 | asks | `x` |\n\n## Does not apply\n\n- No such thing: 4.5.6, 7.8.9.\n";
    expect(listRows(text)).toEqual([{ id: "1.2.3", proof: "`x`" }]);
    expect(listElsewhere(text)).toEqual(["4.5.6", "7.8.9"]);
  });
});
