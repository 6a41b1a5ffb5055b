/** Text drawn as paths in the display face, as share pictures and covers have it. */
import { expect, test } from "vitest";
import { textPaths } from "./text-paths.server";

const box = { maxWidth: 560, maxLines: 3, largest: 84, smallest: 48 };

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

test("markup in a title is drawn as text", () => {
  expect(textPaths("<b>&", box).lines[0]?.width).toBeGreaterThan(0);
});
