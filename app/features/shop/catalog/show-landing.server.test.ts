import { expect, test } from "vitest";
import { placeNewest } from "./show-landing.server";

const videos = (names: string) =>
  [...names].map((id) => ({ id, thumbnail_url: id === id.toUpperCase() ? `/${id}` : null }));
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join("");

test.each([
  ["enough for both", "ABCDEFGHIJ", "ABCD", "EFGH"],
  ["few: the stave repeats the shelf's", "ABCDEF", "ABCD", "EFAB"],
  ["some without a picture", "AbCDeFGH", "AbCD", "FGHA"],
  ["too few for a shelf", "AB", "", "AB"],
  ["none with a picture", "abc", "abc", ""],
  ["none", "", "", ""],
])('the newest videos are placed on the landing page in the case "%s"', (_, newest, shelf, stave) => {
  const placed = placeNewest(videos(newest));
  expect([ids(placed.shelf), ids(placed.stave)]).toEqual([shelf, stave]);
});
