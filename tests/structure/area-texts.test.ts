/** Texts that only some pages load, the creator's and the purchases': no other page may use them. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { pt } from "~/i18n/locales/pt";
import { adminArea } from "~/i18n/locales/pt/admin-area";
import { creatorArea } from "~/i18n/locales/pt/creator-area";
import { entrance } from "~/i18n/locales/pt/entrance/entrance";
import { everywhere } from "~/i18n/locales/pt/everywhere";
import { studio } from "~/i18n/locales/pt/studio";
import { listSources, parse, readText, root, walk } from "./sources";

const studioGroups = Object.keys(studio);
/** Parts of two groups: the rest of each is in every page's catalogue. */
const entranceKeys = Object.entries(entrance).flatMap(([group, texts]) =>
  Object.keys(texts).map((name) => `${group}.${name}`),
);

/** Reads each source once: twenty tests ask for the same ones. */
function remember<T>(read: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = read(path);
    known.set(path, found);
    return found;
  };
}

/** The imports of a source that the browser loads: without types and server modules. */
const importsOf = remember((path) =>
  parse(readText(path)).statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return [];
    if (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly) return [];
    const name =
      node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : "";
    const found = findSource(name, path);
    const isLoaded = found && !found.includes(".server.") && !found.startsWith("app/i18n/locales/");
    return isLoaded ? [found] : [];
  }),
);

/** The sources that a module brings to the browser. */
function reachableFrom(entries: string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const found of importsOf(path)) waiting.push(found);
  }
  return reached;
}

function findSource(name: string, from: string): string | undefined {
  const base = name.startsWith("~/") ? join("app", name.slice(2)) : join(dirname(from), name);
  if (!/^[~.]/.test(name)) return undefined;
  return [`${base}.ts`, `${base}.tsx`, base].find(
    (path) => /\.tsx?$/.test(path) && existsSync(join(root, path)),
  );
}

/** The literals of a text that can be keys. */
function literalsOf(text: string): string[] {
  const found: string[] = [];
  walk(parse(text), (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) found.push(node.text);
  });
  return found;
}

/** The literals of a source; of a route without its loader and action. */
const literalsOfSource = remember((path) => literalsOf(readText(path)));
const literalsOfScreen = remember((path) =>
  path.startsWith("app/routes/") ? literalsOf(withoutHandlers(readText(path))) : literalsOfSource(path),
);

/** The keys of these groups among literals, or these keys themselves. */
function keysIn(literals: string[], groups = studioGroups): string[] {
  return literals.filter((literal) =>
    groups.some((group) => (group.includes(".") ? literal === group : literal.startsWith(`${group}.`))),
  );
}

/** Whether texts have a key, or texts below it where a key ends with a dot. */
function isIn(texts: object, key: string): boolean {
  let found: unknown = texts;
  for (const name of key.split(".").filter(Boolean))
    found =
      typeof found === "object" && found !== null ? (found as Record<string, unknown>)[name] : undefined;
  return found !== undefined;
}

/** Removes the loader and action of a route, whose messages are translated on the server. */
function withoutHandlers(text: string): string {
  const file = parse(text);
  return file.statements
    .filter((node) => !(ts.isFunctionDeclaration(node) && /^(loader|action)$/.test(node.name?.text ?? "")))
    .map((node) => node.getText(file))
    .join("\n");
}

const purchasePages = ["payment", "purchases", "withdraw", "refund-key"].map(
  (name) => `app/routes/account/${name}.tsx`,
);
const securityPages = [
  "app/routes/account/passkeys.tsx",
  "app/routes/account/profile.tsx",
  "app/routes/account/second-factor.tsx",
  "app/routes/public/second-factor-help.tsx",
  "app/routes/public/second-step.tsx",
];
const undoPages = [
  "app/routes/account/account.tsx",
  "app/routes/account/profile.tsx",
  "app/routes/public/reset-password.tsx",
  "app/routes/public/undo-change.tsx",
];
const coursePages = ["app/routes/learner/course-page.tsx", "app/routes/learner/free-lesson.tsx"];
const salesPages = [...coursePages, "app/routes/learner/sales-page.tsx"];
const reviewPages = [
  ...coursePages,
  "app/routes/learner/reviews.tsx",
  "app/routes/learner/sales-page.tsx",
  "app/routes/learner/watch.tsx",
  "app/routes/public/creator-page.tsx",
];
const sharingPages = [
  ...coursePages,
  "app/routes/learner/sales-page.tsx",
  "app/routes/learner/watch.tsx",
  "app/routes/public/creator-page.tsx",
];
const isScreen = (path: string) => path.endsWith(".tsx");

test.each([
  ["creator area", studioGroups, (path: string) => path.startsWith("app/routes/creator/")],
  ["sales page", ["salesPage"], (path: string) => salesPages.includes(path)],
  ["pages of courses", ["coursePage"], (path: string) => coursePages.includes(path)],
  [
    "pages that share",
    ["sharing"],
    (path: string) => path.startsWith("app/routes/creator/") || sharingPages.includes(path),
  ],
  ["landing page", ["landing"], (path: string) => path === "app/routes/public/landing.tsx"],
  ["pages of the entrance", entranceKeys, (path: string) => readText(path).includes("<EntranceTexts>")],
  ["account page", ["accountPage"], (path: string) => path === "app/routes/account/account.tsx"],
  ["account's security", ["security"], (path: string) => securityPages.includes(path)],
  ["recent changes of an account", ["undo"], (path: string) => undoPages.includes(path)],
  ["page of one's own data", ["privacy"], (path: string) => path === "app/routes/account/data.tsx"],
  ["learner's landing page", ["learnerHome"], (path: string) => path === "app/routes/public/landing.tsx"],
  ["library", ["library"], (path: string) => path === "app/routes/account/purchases.tsx"],
  ["purchases", ["purchases"], (path: string) => purchasePages.includes(path)],
  ["pages with reviews", ["reviews"], (path: string) => reviewPages.includes(path)],
  [
    "pages with creators' profiles",
    ["creators"],
    (path: string) => path.startsWith("app/routes/creator/") || reviewPages.includes(path),
  ],
  [
    "pages that ask for a Pix key",
    ["pix"],
    (path: string) =>
      path.startsWith("app/routes/creator/") ||
      purchasePages.includes(path) ||
      path === "app/routes/public/creator-register.tsx",
  ],
])("no page outside the %s uses their texts", (_, groups, isInside) => {
  const outside = listSources("app/routes").filter((path) => isScreen(path) && !isInside(path));
  const reached = [...reachableFrom(["app/root.tsx", ...outside])];
  expect(reached.length).toBeGreaterThan(60);
  const named = reached.flatMap((path) =>
    keysIn(literalsOfScreen(path), groups).map((key) => `${path}: ${key}`),
  );
  expect(named).toEqual([]);
});

test.each([
  ["admin", adminArea],
  ["creator", creatorArea],
])("the %s area loads every text that its pages use", (area, loaded) => {
  const elsewhere = Object.keys(pt).filter((group) => !(group in everywhere));
  const used = [...reachableFrom(listSources(`app/routes/${area}`).filter(isScreen))].flatMap((path) =>
    keysIn(literalsOfScreen(path), elsewhere).map((key) => ({ path, key })),
  );
  expect(used.length).toBeGreaterThan(200);
  expect(used.filter(({ key }) => isIn(pt, key) && !isIn(loaded, key))).toEqual([]);
});

describe("the search for used texts", () => {
  test("finds the creator's texts where they are needed", () => {
    const inside = [...reachableFrom(listSources("app/routes/creator"))];
    expect(inside).toContain("app/features/studio/uploads/upload-screen.tsx");
    expect(inside.flatMap((path) => keysIn(literalsOfSource(path))).length).toBeGreaterThan(50);
  });
  test("finds the purchases' texts where they are needed", () => {
    const inside = [...reachableFrom(purchasePages)];
    expect(inside.flatMap((path) => keysIn(literalsOfSource(path), ["purchases"])).length).toBeGreaterThan(
      20,
    );
  });
  test("finds the entrance's texts where they are needed", () => {
    const inside = [...reachableFrom(["app/routes/public/consumer-login.tsx"])];
    expect(inside.flatMap((path) => keysIn(literalsOfSource(path), entranceKeys)).length).toBeGreaterThan(20);
  });
  test("finds literal and composed keys, and no others", () => {
    const text = 't("creator.nav"); t(`videos.$' + '{x}`); t("common.close"); // t("creator.x")';
    expect(keysIn(literalsOf(text))).toEqual(["creator.nav", "videos."]);
  });
  test("ignores code that only the server runs", () => {
    expect(withoutHandlers('export async function action() { return "creator.saved"; }\nconst a = 1;')).toBe(
      "const a = 1;",
    );
  });
});
