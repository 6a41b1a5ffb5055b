import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse, readText, root, walk } from "./sources";

/** Level 1 and level 2 items of OWASP ASVS 5.0.0. */
const itemCount = 253;

const doc = readText("docs/security.md");

interface Row {
  id: string;
  proof: string;
}

/** The table lines: an item, what it asks, and what proves it. */
function listRows(text: string): Row[] {
  return [...text.matchAll(/^\| *(\d+\.\d+\.\d+) *\|[^|]*\|([^|]*)\|$/gm)].map(([, id = "", proof = ""]) => ({
    id,
    proof: proof.trim(),
  }));
}

/** The items that the section on what does not apply names. */
function listElsewhere(text: string): string[] {
  const [, section = ""] = text.split(/^## Does not apply$/m);
  return section.match(/\b\d+\.\d+\.\d+\b/g) ?? [];
}

/** Every name that a test file gives to a test or a group, as it is written there. */
function listTestNames(path: string): Set<string> {
  const names = new Set<string>();
  walk(parse(readText(path), path), (node) => {
    if (!ts.isCallExpression(node)) return;
    const [name] = node.arguments;
    if (!name || !(ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) return;
    let callee: ts.Node = node.expression;
    while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
    if (/^(test|it|describe)$/.test(callee.getText())) names.add(name.getText().slice(1, -1));
  });
  return names;
}

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

/** Finds in one proof the files and test names that there are not, and a proof that proves nothing. */
function findFaults({ id, proof }: Row, anchors: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  let names: Set<string> | undefined;
  let proven = /^(Not|Partly) met: ./.test(proof);
  for (const [cited, path, name, anchor] of proof.matchAll(/`([^`]+)`|"([^"]+)"|\]\(#([^)]+)\)/g)) {
    if (path !== undefined) {
      // A directive, a word, an address of ours.
      if (!/[/.]/.test(path) || path.startsWith("/")) continue;
      if (!existsSync(join(root, path))) faults.push(`${id}: no file ${path}`);
      else if (isTest(path)) {
        names = listTestNames(path);
        proven = true;
      }
    } else if (name !== undefined) {
      if (!names?.has(name)) faults.push(`${id}: no test ${cited}`);
    } else if (anchors.has(anchor ?? "")) proven = true;
    else faults.push(`${id}: no section #${anchor}`);
  }
  if (!proven) faults.push(`${id}: nothing proves it`);
  return faults;
}

/** The anchors of a text's headings, as GitHub makes them. */
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

test("every test, file and section that docs/security.md cites is there, and every item has its proof or its reason", () => {
  const anchors = listAnchors(doc);
  expect(listRows(doc).flatMap((row) => findFaults(row, anchors))).toEqual([]);
});

test("every item of level 1 and 2 is there once", () => {
  const ids = [...listRows(doc).map(({ id }) => id), ...listElsewhere(doc)];
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids).toHaveLength(itemCount);
});

test("no table line is left out of the check for its form", () => {
  const lines = doc.split("\n").filter((line) => /^\| *\d+\.\d+\.\d+/.test(line));
  expect(listRows(doc)).toHaveLength(lines.length);
});

test("README.md leads to it", () => expect(readText("README.md")).toContain("(docs/security.md)"));

describe("the check itself", () => {
  const faultsOf = (proof: string) =>
    findFaults({ id: "1.1.1", proof }, listAnchors("# Security\n\n## Ways in, and out\n"));
  const file = "tests/accounts/google.test.ts";

  test.each([
    ["a file that is not there", "`tests/accounts/nothing.test.ts`"],
    ["a file of the product that is not there", `\`${file}\`, \`app/nothing.ts\``],
    ["a name that is not there", `\`${file}\` "serves twice"`],
    ["a name of another file", `\`${file}\` "makes a new session and ends the one before it: %s"`],
    ["a name without its file", `"serves once" \`${file}\``],
    ["a section that is not there", "[Ways](#ways)"],
    ["nothing but words", "Met, as anyone can see."],
    ["a file that is no test", "`app/routes.ts`"],
    ["not met without a reason", "Not met:"],
  ])("finds %s", (_, proof) => expect(faultsOf(proof)).not.toEqual([]));

  test.each([
    ["a file", `\`${file}\``],
    ["names", `\`${file}\` "serves once", "%s is refused"`],
    [
      "a name made of parts",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a name as the test's source has it
      '`tests/accounts/first-admin.test.ts` "is exactly one of ${atOnce} at once, ${rounds} times"',
    ],
    ["a section", "[Ways](#ways-in-and-out)"],
    ["not met, and why", "Not met: nobody asked for it."],
  ])("passes %s", (_, proof) => expect(faultsOf(proof)).toEqual([]));

  test("reads the table and the list", () => {
    const text = "| 1.2.3 | asks | `x` |\n\n## Does not apply\n\n- No such thing: 4.5.6, 7.8.9.\n";
    expect(listRows(text)).toEqual([{ id: "1.2.3", proof: "`x`" }]);
    expect(listElsewhere(text)).toEqual(["4.5.6", "7.8.9"]);
  });
});
