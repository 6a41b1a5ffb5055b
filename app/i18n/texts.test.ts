import { expect, test } from "vitest";
import { catalogues, createI18n, serverTexts } from "./i18next.server";
import { locales } from "./languages";
import type { MessageKey } from "./message-key";
import { lookUpText, type Texts } from "./texts";

function listKeys(texts: Texts, path = ""): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === "string" ? [path + name] : listKeys(value, `${path}${name}.`),
  );
}

test.each(locales)("a looked-up text in %s equals that of i18next, with placeholders filled", (locale) => {
  const catalogue = catalogues[locale];
  const { t } = createI18n(locale, catalogues);
  const keys = listKeys(catalogue);
  expect(keys.length).toBeGreaterThan(150);
  for (const key of keys) {
    const gaps = [...(lookUpRaw(catalogue, key).matchAll(/\{\{(\w+)\}\}/g) ?? [])].map(
      ([, gap]) => gap ?? "",
    );
    const values = Object.fromEntries(gaps.map((gap, index) => [gap, `<${gap}> & $1 ${index}`]));
    const expected = t(key, { ...values });
    expect(lookUpText(catalogue, key, values)).toBe(expected);
    expect(serverTexts[locale](key as MessageKey, values)).toBe(expected);
  }
});

function lookUpRaw(texts: Texts, key: string): string {
  return lookUpText(texts, key, new Proxy({}, { get: (_, name) => `{{${String(name)}}}` })) ?? "";
}

test("no text uses i18next's nesting or formats, or plurals beyond one and other", () => {
  for (const locale of locales) {
    for (const key of listKeys(catalogues[locale])) {
      expect(key).not.toMatch(/_(zero|two|few|many)$/);
      expect(lookUpRaw(catalogues[locale], key), key).not.toMatch(/\$t\(|\{\{[^}]*[^\w}][^}]*\}\}/);
    }
  }
});

test("of a text with two forms, the count chooses in browser and server alike", () => {
  const key = "uploads.onTheirWay";
  for (const [count, text] of [
    [0, "Enviando 0 arquivos"],
    [1, "Enviando 1 arquivo"],
    [2, "Enviando 2 arquivos"],
    ["1.000", "Enviando 1.000 arquivos"],
  ] as const) {
    expect(lookUpText(catalogues.pt, key, { count })).toBe(text);
    expect(serverTexts.pt(key, { count })).toBe(text);
  }
});

test.each(["nothing", "common", "common.nothing", "common.close.more", "toString", "constructor.name", ""])(
  "a look-up of %j finds no text",
  (key) => {
    expect(lookUpText(catalogues.pt, key)).toBeUndefined();
  },
);
