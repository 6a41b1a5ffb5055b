import { createHash } from "node:crypto";
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

/** Each drawing as it was looked at. After a change on purpose, look at `/creator/cover` and copy the new value. */
test("the drawings are identical to the reviewed ones", () => {
  const seen = coverDrawings.map((drawing) => {
    const art = drawCoverArt(drawing, groundColours.mata);
    return [drawing, createHash("sha256").update(art).digest("hex").slice(0, 12)];
  });
  expect(seen).toMatchInlineSnapshot(`
    [
      [
        "ipe",
        "3b64a5584453",
      ],
      [
        "jabuticaba",
        "7929bc81efee",
      ],
      [
        "laranjeira",
        "8bf99aaaafbb",
      ],
      [
        "canto",
        "9f5206a62128",
      ],
      [
        "pauta",
        "831e5e2ad070",
      ],
      [
        "morro",
        "8d5f36c84df6",
      ],
      [
        "calcadao",
        "a1a05d94d205",
      ],
      [
        "folhas",
        "2ba8c9f4d5f7",
      ],
      [
        "arcos",
        "5edd1748f04f",
      ],
      [
        "azulejo",
        "0223328d75f7",
      ],
      [
        "cobogo",
        "d5b158eb847c",
      ],
      [
        "none",
        "51e06676286d",
      ],
    ]
  `);
});
