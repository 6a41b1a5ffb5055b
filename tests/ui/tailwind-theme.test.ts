import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { brandColours } from "~/brand";

const stylesheet = readFileSync(new URL("../../app/styles/app.css", import.meta.url), "utf8");

it("Tailwind has each colour of the brand under its own name, and no other", () => {
  const named = [...stylesheet.matchAll(/--color-([a-z-]+): var\(--([a-z-]+)\);/g)].map(([, name, token]) => [
    name,
    token,
  ]);
  const tokens = Object.keys(brandColours.light);
  expect(named).toEqual(expect.arrayContaining(tokens.map((token) => [token, token])));
  expect(named).toHaveLength(tokens.length);
});
