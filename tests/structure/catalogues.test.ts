import ts from "typescript";
import { describe, expect, test } from "vitest";
import { catalogues } from "~/i18n/i18next.server";
import { titles } from "~/i18n/page-titles";
import { listSources, parse, readText, walk } from "./sources";

type Texts = { [key: string]: string | Texts };

/** The texts of a catalogue by their whole keys. */
function flatten(texts: Texts, path = ""): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([name, value]) => {
    const key = path ? `${path}.${name}` : name;
    return typeof value === "string" ? [[key, value] as const] : [...flatten(value, key)];
  });
  return new Map(entries);
}

const gapsOf = (text: string) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, gap]) => gap).sort();

/** What in the sources may be a key: whole strings, and the beginnings of composed ones (`sales.${status}`). */
function findUses(texts: string[]): { whole: Set<string>; beginnings: Set<string> } {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const text of texts) {
    walk(parse(text), (node) => {
      if (ts.isStringLiteralLike(node)) whole.add(node.text);
      if (ts.isTemplateHead(node) && /^[a-z]+\./i.test(node.text)) beginnings.add(node.text);
    });
  }
  return { whole, beginnings };
}

function listUnused(keys: Iterable<string>, { whole, beginnings }: ReturnType<typeof findUses>): string[] {
  return [...keys].filter(
    (key) => !whole.has(key) && ![...beginnings].some((beginning) => key.startsWith(beginning)),
  );
}

const sources = listSources("app").filter(
  (path) => !path.startsWith("app/i18n/locales/") && path !== "app/i18n/page-titles.ts",
);
const uses = findUses(sources.map(readText));
const pt = flatten(catalogues.pt);
const en = flatten(catalogues.en);

test("both languages have the same texts, none of them empty", () => {
  expect([...en.keys()].sort()).toEqual([...pt.keys()].sort());
  expect([...pt, ...en].filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("both languages have the same gaps to fill", () => {
  const differing = [...pt].filter(([key, text]) => gapsOf(text).join() !== gapsOf(en.get(key) ?? "").join());
  expect(differing).toEqual([]);
});

test("every text is used", () => {
  expect(pt.size).toBeGreaterThan(150);
  expect(listUnused(pt.keys(), uses)).toEqual([]);
});

test("the pages' titles are in both languages and used", () => {
  expect(Object.keys(titles.en).sort()).toEqual(Object.keys(titles.pt).sort());
  expect(listUnused(Object.keys(titles.pt), uses)).toEqual([]);
});

describe("the search for unused texts", () => {
  const keys = ["a.one", "a.two", "sales.paid"];
  test("finds what nothing names", () =>
    expect(listUnused(keys, findUses([`t("a.one")`]))).toEqual(["a.two", "sales.paid"]));
  test("knows composed keys", () =>
    expect(listUnused(keys, findUses(["t(`sales.$" + "{x}`); t(`a.one`)"]))).toEqual(["a.two"]));
  test("takes a comment for no use", () =>
    expect(listUnused(["a.one"], findUses([`// t("a.one")`]))).toEqual(["a.one"]));
});
