import { expect, test } from "vitest";
import { coverDrawings, coverGrounds, groundColours } from "./cover-designs";
import { drawCoverArt } from "./cover-drawings";

test.each(coverGrounds.flatMap((ground) => coverDrawings.map((drawing) => [drawing, ground] as const)))(
  "%s on %s has no missing colour or number",
  (drawing, ground) => {
    const art = drawCoverArt(drawing, groundColours[ground]);
    expect(art).not.toMatch(/undefined|NaN/);
    expect(art.startsWith("<rect")).toBe(true);
  },
);

test("the drawings differ", () => {
  const arts = coverDrawings.map((drawing) => drawCoverArt(drawing, groundColours.mata));
  expect(new Set(arts).size).toBe(coverDrawings.length);
});
