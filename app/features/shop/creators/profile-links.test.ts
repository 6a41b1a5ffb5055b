import { describe, expect, test } from "vitest";
import { linkLabel, parseLinks } from "./profile-links";

test("each line of the links is one link, without empty lines and duplicates", () => {
  expect(
    parseLinks("https://exemplo.com.br\r\n\r\n exemplo.com.br/ \nhttps://exemplo.com.br/receitas"),
  ).toEqual({
    ok: true,
    links: ["https://exemplo.com.br/", "https://exemplo.com.br/receitas"],
  });
  expect(parseLinks("")).toEqual({ ok: true, links: [] });
});

test("a host in another alphabet is displayed in its resolved form", () => {
  expect(parseLinks("https://аpple.com")).toEqual({ ok: true, links: ["https://xn--pple-43d.com/"] });
});

describe("parseLinks", () => {
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
  ])("rejects %s", (link) => expect(parseLinks(link)).toEqual({ ok: false, error: "creators.linkInvalid" }));

  test("rejects more than five links", () => {
    const six = [1, 2, 3, 4, 5, 6].map((n) => `https://exemplo.com.br/${n}`).join("\n");
    expect(parseLinks(six)).toEqual({ ok: false, error: "creators.tooManyLinks" });
  });
});

test.each([
  ["https://exemplo.com.br/", "exemplo.com.br"],
  ["https://www.exemplo.com.br/receitas/", "exemplo.com.br/receitas"],
])("the link %s is displayed as %s", (link, label) => expect(linkLabel(link)).toBe(label));
