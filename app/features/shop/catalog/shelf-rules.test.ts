import { expect, test } from "vitest";
import { chooseShelves } from "./shelf-rules";

const videos = (ids: string) => [...ids].map((id) => ({ id }));
const idsOf = (chosen: readonly { id: string }[]) => chosen.map(({ id }) => id).join("");

test.each([
  ["no candidate is shown", "", ["efgh", "ijklm"], ["efg", "ijkl"]],
  ["shown videos are left out", "fk", ["efgh", "ijklm"], ["egh", "ijlm"]],
  ["a video is in one shelf only", "", ["abcdef", "cdefghi"], ["abc", "defg"]],
  ["fewer than three are no shelf, and free for the next one", "", ["ab", "abc"], ["", "abc"]],
])('the shelves are chosen in the case "%s"', (_, shown, [bestsellers = "", cheap = ""], expected) => {
  const chosen = chooseShelves(videos(shown), { bestsellers: videos(bestsellers), cheap: videos(cheap) });
  expect([chosen.bestsellers, chosen.cheap].map(idsOf)).toEqual(expected);
});

test("a bestseller keeps its place among all bestsellers", () => {
  const { bestsellers } = chooseShelves(videos("ac"), { bestsellers: videos("abcdef"), cheap: [] });
  expect(bestsellers.map(({ id, place }) => `${place}${id}`)).toEqual(["2b", "4d", "5e"]);
});
