import { expect, test } from "vitest";
import { listSources, readText } from "./sources";

const product = readText("docs/product.md");
const headings = [...product.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);

/** The parts of comments that cite docs/product.md, such as "Screens and Roles; design.md, decision 8)". */
function citations(text: string): string[] {
  const lines = text.replace(/\n\s*(\*|\/\/) /g, " ");
  return [...lines.matchAll(/product\.md, ([^\n]{1,60})/g)].map(([, words = ""]) => words);
}

/** Whether a citation begins with a heading and names no unknown second one. */
function isKnown(citation: string): boolean {
  const known = (words: string) => headings.some((heading) => words.startsWith(heading));
  const [first = "", second] = citation.split(/ and (?=[A-Z])/);
  return known(first) && (second === undefined || known(second));
}

test("every section of docs/product.md that a comment cites exists", () => {
  const sources = ["app", "dev", "tests"].flatMap(listSources);
  const cited = sources
    .filter((file) => !file.endsWith("cited-rules.test.ts"))
    .flatMap((file) => citations(readText(file)).map((words) => ({ file, words })));
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ words }) => !isKnown(words))).toEqual([]);
});

test.each([
  ["Prices of things", false],
  ["Screens and Nothing)", false],
  ["Screens and Roles; design.md, decision 8)", true],
  ["Video access). Rest", true],
])('the cited section in "%s" is known: %s', (words, known) => expect(isKnown(words)).toBe(known));

test("the sections that docs/product.md links to exist", () => {
  const anchors = headings.map((heading) => heading.toLowerCase().replaceAll(",", "").replaceAll(" ", "-"));
  const linked = [...product.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
  expect(linked.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});
