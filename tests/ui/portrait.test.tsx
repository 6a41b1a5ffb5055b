import { describe, expect, it } from "vitest";
import { initialsOf, Portrait } from "~/ui/portrait";
import { Rating, Stars } from "~/ui/rating";
import { render, tag } from "./render";

describe("Portrait", () => {
  it.each([
    ["Lia Nakamura", "LN"],
    ["João Batista Reis", "JR"],
    ["Élida", "É"],
    ["  ana   de souza ", "AS"],
    ["🙂 Beto", "B"],
    ["", ""],
  ])("the initials of %s are %s", (name, initials) => expect(initialsOf(name)).toBe(initials));

  it("shows the picture if there is one, hidden from screen readers", () => {
    const markup = render(<Portrait src="/a.webp" name="Lia Nakamura" />);
    expect(tag(markup, "img")).toContain('alt=""');
    expect(markup).not.toContain("LN");
    expect(render(<Portrait src={null} name="Lia Nakamura" />)).toContain("LN");
  });
});

describe("Rating", () => {
  it("is read as words, with its stars hidden", () => {
    const markup = render(<Rating value="4,9" count="8" label="Nota 4,9 de 5, 8 avaliações" />);
    expect(markup).toContain("Nota 4,9 de 5, 8 avaliações");
    expect(markup).toContain("(8)");
  });

  it("fills as many of five stars as the rating rounds to", () => {
    const markup = render(<Stars rating={3.6} label="3,6" />);
    const stars = [...markup.matchAll(/class="([^"]*\bstar\b[^"]*)"/g)].map(([, names = ""]) => names);
    expect(stars.map((names) => names.split(" ").includes("fill-rating"))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
