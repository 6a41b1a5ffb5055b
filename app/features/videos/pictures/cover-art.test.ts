import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { coverHeight, coverWidth, drawCoverArt } from "./cover-art";
import { coverDrawings, coverGrounds, groundColours } from "./cover-designs";

test.each(coverDrawings)(
  "the drawing %s is complete on every ground, and different from the others",
  (drawing) => {
    for (const ground of coverGrounds) {
      const art = drawCoverArt(drawing, groundColours[ground]);
      // A joined list leaves no comma between two elements.
      expect(art).not.toMatch(/undefined|NaN|>,</);
      expect(art.startsWith("<rect")).toBe(true);
      const alike = coverDrawings.filter((other) => drawCoverArt(other, groundColours[ground]) === art);
      expect(alike).toEqual([drawing]);
    }
  },
);

test("the drawings are the reviewed ones: after a change on purpose, look at /creator/cover and copy the new digest", () => {
  const all = coverDrawings.map((drawing) => drawCoverArt(drawing, groundColours.mata)).join("");
  expect(createHash("sha256").update(all).digest("hex").slice(0, 12)).toBe("8d3e94a4b4aa");
});

test("a cover is 16:9", () => {
  expect(coverWidth).toBe(1280);
  expect(coverWidth / coverHeight).toBeCloseTo(16 / 9);
});
