import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brandColours, logoShapes } from "~/brand";

const file = readFileSync(new URL("./drawings.svg", import.meta.url), "utf8");

test("the bird of the drawings is that of the brand", () => {
  for (const { token, path } of logoShapes) expect(file).toContain(`fill="var(--${token})" d="${path}"`);
});

test("every colour of the drawings is a brand colour", () => {
  const used = [...file.matchAll(/(?:fill|stroke)="(?!none)([^"]*)"/g)].map(([, colour]) => colour ?? "");
  const named = Object.keys(brandColours.light).map((token) => `var(--${token})`);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((colour) => !named.includes(colour))).toEqual([]);
});

test("every drawing that the code names is in the file", () => {
  const source = readFileSync(new URL("./drawing.tsx", import.meta.url), "utf8");
  const names = [...source.matchAll(/"([a-z-]+)": \[(\d+), (\d+)\]/g)];
  expect(names.length).toBeGreaterThan(5);
  for (const [, name, width, height] of names)
    expect(file).toContain(`<symbol id="${name}" viewBox="0 0 ${width} ${height}">`);
});
