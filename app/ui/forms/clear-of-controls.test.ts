import { expect, test } from "vitest";
import { decideMove } from "./clear-of-controls";

const box = { top: 0, bottom: 100 };
const at = (top: number) => ({ top, bottom: top + 50 });

test.each([
  ["no control", [], 0],
  ["a control below", [at(300)], 0],
  ["a control beneath", [at(80)], 584],
  ["one beneath, one at the bottom", [at(20), at(640)], 86],
  ["no room between any two", [at(20), at(180), at(340), at(500), at(640)], "inFlow"],
  ["one beneath, one below the window", [at(20), at(700)], 584],
  ["a control that touches its edge", [at(100)], 0],
])('a toast in the case "%s" moves by $2', (_, spans, move) => {
  expect(decideMove(box, { spans, windowHeight: 700 })).toBe(move);
});
