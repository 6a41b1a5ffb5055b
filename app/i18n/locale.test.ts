import { expect, test } from "vitest";
import { decideLinkLocale, decideLocale, localizePath } from "./locale";

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
  ["/creator-login?lng=en", "pt"],
  ["/creator/dashboard?lng=en", "pt"],
  ["/admin-login?lng=en", "pt"],
  ["/admin/dashboard?lng=en", "pt"],
])("%s is shown in %s", (path, locale) => {
  expect(decideLocale(new URL(path, "http://localhost"))).toBe(locale);
});

test("links keep the language where the next screen has it", () => {
  expect(localizePath("/marketplace", "en")).toBe("/marketplace?lng=en");
  expect(localizePath("/marketplace?q=a%20b#x", "en")).toBe("/marketplace?q=a+b&lng=en#x");
  expect(localizePath("/marketplace", "pt")).toBe("/marketplace");
  expect(localizePath("/creator/dashboard", "en")).toBe("/creator/dashboard");
  expect(localizePath("/admin-login", "en")).toBe("/admin-login");
});

test("the creators' login, Portuguese itself, carries the language on to the registration", () => {
  expect(localizePath("/creator-login", "en")).toBe("/creator-login?lng=en");
  expect(localizePath("/creator-login", "pt")).toBe("/creator-login");
  const linksOf = (path: string) => decideLinkLocale(new URL(path, "http://localhost"));
  expect(linksOf("/creator-login?lng=en")).toBe("en");
  expect(linksOf("/creator-login")).toBe("pt");
  expect(linksOf("/marketplace?lng=en")).toBe("en");
  expect(linksOf("/creator/dashboard?lng=en")).toBe("pt");
});
