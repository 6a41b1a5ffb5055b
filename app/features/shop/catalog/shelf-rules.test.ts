import { expect, test } from "vitest";
import { chooseShelves } from "./shelf-rules";

const videos = (ids: string) => [...ids].map((id) => ({ id }));
const idsOf = (chosen: readonly { id: string }[]) => chosen.map(({ id }) => id).join("");

test.each([
  ["no candidate is listed", "", ["abcd", "efgh", "ijklm"], ["abc", "efg", "ijkl"]],
  ["listed videos are left out", "abfk", ["abcde", "efgh", "ijklm"], ["cde", "", "ijlm"]],
  ["a video is in one shelf only", "", ["abc", "abcdef", "cdefghi"], ["abc", "def", "ghi"]],
  ["fewer than three are no shelf, and free for the next one", "", ["ab", "abc", "de"], ["", "abc", ""]],
  ["all candidates are listed", "abcdefghijk", ["abc", "def", "ghijk"], ["", "", ""]],
])(
  'the shelves are chosen in the case "%s"',
  (_, listed, [watching = "", bestsellers = "", cheap = ""], expected) => {
    const chosen = chooseShelves(videos(listed), {
      watching: videos(watching),
      bestsellers: videos(bestsellers),
      cheap: videos(cheap),
    });
    expect([chosen.watching, chosen.bestsellers, chosen.cheap].map(idsOf)).toEqual(expected);
  },
);

test("a bestseller keeps its place among all bestsellers", () => {
  const { bestsellers } = chooseShelves(videos("ac"), {
    watching: [],
    bestsellers: videos("abcdef"),
    cheap: [],
  });
  expect(bestsellers.map(({ id, place }) => `${place}${id}`)).toEqual(["2b", "4d", "5e"]);
});
