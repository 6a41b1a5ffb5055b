import { expect, test } from "vitest";
import { fillLawText, parseLawText } from "./law-blocks";

test("a legal text is split into an introduction and sections with anchors", () => {
  const { intro, sections } = parseLawText(
    "Olá, **você**.\n\n## Direito de desistir\n\n1. Um\n2. Dois\n- Três\n\n### Não?\n\nSim, em [Minhas compras](/purchases).",
  );
  expect(intro).toEqual([
    {
      kind: "paragraph",
      text: [
        { kind: "text", text: "Olá, " },
        { kind: "strong", text: "você" },
        { kind: "text", text: "." },
      ],
    },
  ]);
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    ["direito-de-desistir", "Direito de desistir"],
  ]);
  expect(sections[0]?.blocks.map(({ kind }) => kind)).toEqual(["list", "list", "heading", "paragraph"]);
  expect(sections[0]?.blocks[3]).toMatchObject({
    text: [{ text: "Sim, em " }, { kind: "link", text: "Minhas compras", to: "/purchases" }, { text: "." }],
  });
});

test.each(["[x](javascript:alert(1))", "[x](//other.example)", "[x](http://plain.example)"])(
  "%s does not become a link",
  (line) => {
    const [block] = parseLawText(line).intro;
    expect(block?.kind === "paragraph" && block.text.every(({ kind }) => kind === "text")).toBe(true);
  },
);

test("placeholders of a legal text are filled in, and lines with an unset value are dropped", () => {
  const markdown = "- CNPJ: {{cnpj}}\n- Nome: {{name}}, {{name}}\nFim";
  expect(fillLawText(markdown, { cnpj: undefined, name: "Sabiá" })).toBe("- Nome: Sabiá, Sabiá\nFim");
  expect(() => fillLawText("{{other}}", { name: "Sabiá" })).toThrow("other");
});
