import ts from "typescript";
import { describe, expect, test } from "vitest";
import { catalogues } from "~/i18n/i18next.server";
import { locales } from "~/i18n/languages";
import { creatorTitles } from "~/i18n/locales/pt/creator-titles";
import { titles } from "~/i18n/locales/pt/everywhere";
import { officeTitles } from "~/i18n/locales/pt/office-titles";
import { listSources, parse, readText, walk } from "./sources";

type Texts = { [key: string]: string | Texts };

/** The texts of a catalogue by their keys. */
function flatten(texts: Texts, path = ""): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([name, value]) => {
    const key = path ? `${path}.${name}` : name;
    return typeof value === "string" ? [[key, value] as const] : [...flatten(value, key)];
  });
  return new Map(entries);
}

const gapsOf = (text: string) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, gap]) => gap).sort();

/** Strings of the sources that may be keys, whole or composed (`sales.${status}`). */
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
    (key) =>
      // Of a text with two forms, the code names the one key.
      !whole.has(key.replace(/_(one|other)$/, "")) &&
      ![...beginnings].some((beginning) => key.startsWith(beginning)),
  );
}

const sources = listSources("app").filter((path) => !path.startsWith("app/i18n/locales/"));
const uses = findUses(sources.map(readText));
const pt = flatten(catalogues.pt);

/** The compiler checks that a catalogue has all texts of a group. */
test.each(locales)("%s: no text is empty, or has other placeholders than the Portuguese one", (locale) => {
  const texts = [...flatten(catalogues[locale])];
  expect(texts.filter(([, text]) => text.trim() === "")).toEqual([]);
  const differing = texts.filter(([key, text]) => gapsOf(text).join() !== gapsOf(pt.get(key) ?? "").join());
  expect(differing).toEqual([]);
});

test("every text is used", () => {
  expect(pt.size).toBeGreaterThan(150);
  expect(listUnused(pt.keys(), uses)).toEqual([]);
});

test("the pages' titles are used", () => {
  expect(listUnused(Object.keys({ ...titles, ...creatorTitles, ...officeTitles }), uses)).toEqual([]);
});

describe("the search for unused texts", () => {
  const keys = ["a.one", "a.two", "sales.paid"];
  test("finds unused texts", () =>
    expect(listUnused(keys, findUses([`t("a.one")`]))).toEqual(["a.two", "sales.paid"]));
  test("finds composed keys", () =>
    expect(listUnused(keys, findUses(["t(`sales.$" + "{x}`); t(`a.one`)"]))).toEqual(["a.two"]));
  test("ignores comments", () =>
    expect(listUnused(["a.one"], findUses([`// t("a.one")`]))).toEqual(["a.one"]));
});
