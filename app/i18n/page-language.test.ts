import { expect, test } from "vitest";
import { parseLocale } from "./languages";
import { decideLocale, languageField, localeOfPath, localizePath, withoutLanguage } from "./page-language";

test.each([
  ["/", "pt"],
  ["/?lng=en", "en"],
  ["/?lng=EN", "pt"],
  ["/?lng=fr", "pt"],
  ["/marketplace?q=x&lng=en", "en"],
  ["/creator-register?lng=en", "en"],
  ["/consumer-login?lng=en", "en"],
  ["/watch/1?lng=en", "en"],
  ["/no-such-page?lng=en", "en"],
  ["/creator-login?lng=en", "en"],
  ["/creator/dashboard", "pt"],
  ["/creator/dashboard?lng=en", "en"],
  ["/admin-login?lng=en", "pt"],
  ["/admin/dashboard?lng=en", "pt"],
])("%s is shown in %s", (path, locale) => {
  expect(decideLocale(new URL(path, "http://localhost"))).toBe(locale);
});

test("links keep the language if the target page has it", () => {
  expect(localizePath("/marketplace", "en")).toBe("/marketplace?lng=en");
  expect(localizePath("/marketplace?q=a%20b#x", "en")).toBe("/marketplace?q=a+b&lng=en#x");
  expect(localizePath("/marketplace", "pt")).toBe("/marketplace");
  expect(localizePath("/creator/dashboard", "en")).toBe("/creator/dashboard?lng=en");
  expect(localizePath("/admin/dashboard", "en")).toBe("/admin/dashboard");
  expect(localizePath("/admin-login", "en")).toBe("/admin-login");
});

test("the language switch changes only the language of the address", () => {
  expect(withoutLanguage("/marketplace?lng=en&q=x#a")).toBe("/marketplace?q=x#a");
  expect(withoutLanguage("/?lng=en")).toBe("/");
  expect(localizePath(withoutLanguage("/videos/1?lng=en&after=2"), "pt")).toBe("/videos/1?after=2");
});

test("the language of the page at a path is read from its address", () => {
  expect(localeOfPath("/marketplace?q=x&lng=en")).toBe("en");
  expect(localeOfPath("/admin/dashboard?lng=en")).toBe("pt");
});

test("a search form keeps a language other than the default in a hidden field", () => {
  expect(languageField("en")).toEqual({ name: "lng", value: "en" });
  expect(languageField("pt")).toBeUndefined();
});

test.each([
  ["en", "en"],
  ["pt", "pt"],
  ["EN", "pt"],
  ["toString", "pt"],
  [null, "pt"],
  [undefined, "pt"],
])("the language code %j is parsed as %s", (code, locale) => expect(parseLocale(code)).toBe(locale));
