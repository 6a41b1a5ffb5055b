import { expect, test } from "vitest";
import { chooseNewest, enoughForShelf } from "./choose-shelf";

const videos = (creators: string) => [...creators].map((creator_name, id) => ({ id, creator_name }));

test("a shelf has three videos or more", () => {
  expect(enoughForShelf([1, 2])).toEqual([]);
  expect(enoughForShelf([1, 2, 3])).toEqual([1, 2, 3]);
});

test.each([
  ["one of each creator, at most four", "aabbcadef", [0, 2, 4, 6]],
  ["of few creators, filled with their others", "aaabbb", [0, 3, 1, 2]],
  ["of one creator, the newest", "aaaaaa", [0, 1, 2, 3]],
  ["a list that is hardly longer", "abcde", []],
])("new: %s", (_, creators, ids) => {
  expect(chooseNewest(videos(creators)).map(({ id }) => id)).toEqual(ids);
});
