import { expect, test } from "vitest";
import { coverGrounds, groundColours } from "~/features/videos/pictures/cover-designs";
import { contrast } from "./contrast";

test.each(coverGrounds)("a cover's title on %s is readable on everything behind it", (ground) => {
  const { text, base, shape, disc } = groundColours[ground];
  expect(contrast(text, base)).toBeGreaterThanOrEqual(4.5);
  // Large text (WCAG 2.2, 1.4.3).
  for (const behind of [shape, disc]) expect(contrast(text, behind)).toBeGreaterThanOrEqual(3);
});
