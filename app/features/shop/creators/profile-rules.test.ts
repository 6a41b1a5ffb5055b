import { expect, test } from "vitest";
import { creatorPath, linkLabel, looksLikeHandle, parseHandle, parseLinks } from "./profile-rules";

test.each([
  ["lia-nakamura", "lia-nakamura"],
  ["  Lia-Nakamura ", "lia-nakamura"],
  ["@lia", "lia"],
  ["a1b", "a1b"],
  ["7", undefined],
  ["a".repeat(30), "a".repeat(30)],
])("the typed handle %s is parsed as %s", (typed, handle) => {
  const parsed = parseHandle(typed);
  expect(parsed.ok ? parsed.handle : undefined).toBe(handle);
});

test.each([
  ["", "common.required"],
  ["@", "common.required"],
  ["ab", "creators.handleLength"],
  ["a".repeat(31), "creators.handleLength"],
  ["joão", "creators.handleSigns"],
  ["аna", "creators.handleSigns"],
  ["ana_lima", "creators.handleSigns"],
  ["ana lima", "creators.handleSigns"],
  ["ana/../admin", "creators.handleSigns"],
  ["-ana", "creators.handleSigns"],
  ["ana-", "creators.handleSigns"],
  ["İana", "creators.handleSigns"],
])("parseHandle rejects %j with %s", (typed, error) =>
  expect(parseHandle(typed)).toEqual({ ok: false, error }),
);

test("only a well-formed handle is looked up", () => {
  expect(looksLikeHandle("lia-nakamura")).toBe(true);
  expect(["", "ab", "a\0b", "a/b", "joão", "a".repeat(31)].filter(looksLikeHandle)).toEqual([]);
});

test("the page of a creator is at /creators and the handle", () =>
  expect(creatorPath("lia")).toBe("/creators/lia"));

test("each line of the links is one link, without empty lines and duplicates", () => {
  expect(
    parseLinks("https://exemplo.com.br\r\n\r\n exemplo.com.br/ \nhttps://exemplo.com.br/receitas"),
  ).toEqual({ ok: true, links: ["https://exemplo.com.br/", "https://exemplo.com.br/receitas"] });
  expect(parseLinks("")).toEqual({ ok: true, links: [] });
});

test("a host in another alphabet is displayed in its resolved form", () => {
  expect(parseLinks("https://аpple.com")).toEqual({ ok: true, links: ["https://xn--pple-43d.com/"] });
});

test.each([
  "http://exemplo.com.br",
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:ana@example.com",
  "https://user:pass@exemplo.com.br",
  "ana@exemplo.com.br",
  "https://exemplo.com.br:8443",
  "https://127.0.0.1",
  "https://[::1]/",
  "https://localhost",
  "https://exemplo.com.br/a b",
  "https:\\\\exemplo.com.br",
  'https://exemplo.com.br/"onclick',
  `https://exemplo.com.br/${"a".repeat(200)}`,
  "https://",
  "uma frase",
])("parseLinks rejects %s", (link) =>
  expect(parseLinks(link)).toEqual({ ok: false, error: "creators.linkInvalid" }),
);

test("parseLinks rejects more than five links", () => {
  const six = [1, 2, 3, 4, 5, 6].map((n) => `https://exemplo.com.br/${n}`).join("\n");
  expect(parseLinks(six)).toEqual({ ok: false, error: "creators.tooManyLinks" });
});

test.each([
  ["https://exemplo.com.br/", "exemplo.com.br"],
  ["https://www.exemplo.com.br/receitas/", "exemplo.com.br/receitas"],
])("the link %s is displayed as %s", (link, label) => expect(linkLabel(link)).toBe(label));
