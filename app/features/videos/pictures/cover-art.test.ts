import { expect, test } from "vitest";
import { coverHeight, coverWidth, drawCoverArt } from "./cover-art";
import { coverDrawings, coverGrounds, groundColours } from "./cover-designs";

test.each(coverGrounds.flatMap((ground) => coverDrawings.map((drawing) => [drawing, ground] as const)))(
  "the drawing %s on %s has no missing colour or number",
  (drawing, ground) => {
    const art = drawCoverArt(drawing, groundColours[ground]);
    expect(art).not.toMatch(/undefined|NaN/);
    expect(art.startsWith("<rect")).toBe(true);
  },
);

test("the drawings of covers are all different", () => {
  const arts = coverDrawings.map((drawing) => drawCoverArt(drawing, groundColours.mata));
  expect(new Set(arts).size).toBe(coverDrawings.length);
});

test("a cover is 16:9", () => {
  expect(coverWidth).toBe(1280);
  expect(coverWidth / coverHeight).toBeCloseTo(16 / 9);
});

test("the drawings contain no text of a stringified list", () => {
  for (const drawing of coverDrawings) {
    // A joined list leaves no comma between two elements.
    expect(drawCoverArt(drawing, groundColours.mata)).not.toMatch(/>,</);
  }
});
