import { expect, test } from "vitest";
import { decideMove } from "./clear-of-buttons";

const box = { top: 0, bottom: 100 };
const at = (top: number) => ({ top, bottom: top + 50 });

test.each([
  ["no button", [], 0],
  ["a button below", [at(300)], 0],
  ["a button beneath", [at(80)], 584],
  ["one beneath, one at the bottom", [at(20), at(640)], "inFlow"],
  ["one beneath, one below the window", [at(20), at(700)], 584],
  ["a button that touches its edge", [at(100)], 0],
])('a toast in the case "%s" moves by $2', (_, buttons, move) => {
  expect(decideMove(box, { buttons, windowHeight: 700 })).toBe(move);
});
