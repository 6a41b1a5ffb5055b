/** Text drawn as paths in the display face, as share pictures and covers have it. */
import { expect, test } from "vitest";
import { textPaths } from "~/features/videos/pictures/text-paths.server";

const box = { maxWidth: 560, maxLines: 3, largest: 84, smallest: 48 };

test("a short title is one line at the largest size", () => {
  const { lines, size } = textPaths("Violão", box);
  expect(size).toBe(84);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.path).toMatch(/^M/);
});

test.each([
  "Violão para iniciantes: os quatro primeiros acordes",
  "Supercalifragilisticexpialidociousmuitograndemesmo",
  "a ".repeat(400),
  "Žluťoučký kůň, Việt Nam, coração",
])("the lines of %j fit the width and the number of lines of the box", (text) => {
  const { lines, size } = textPaths(text, box);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(box.maxLines);
  expect(size).toBeGreaterThanOrEqual(box.smallest);
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(box.maxWidth);
});

test("characters missing from the typeface are dropped", () => {
  expect(textPaths("Café 😀 coado", box)).toEqual(textPaths("Café coado", box));
  expect(textPaths("😀 مرحبا", box).lines).toEqual([]);
});

test("an accent written as two characters is drawn as one", () => {
  expect(textPaths("Viola\u0303o", box)).toEqual(textPaths("Violão", box));
});

test("markup in a title is drawn as text", () => {
  expect(textPaths("<b>&", box).lines[0]?.width).toBeGreaterThan(0);
});
