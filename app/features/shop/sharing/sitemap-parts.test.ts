import { expect, test } from "vitest";
import { allIds, listSitemapParts, parseSitemapPart } from "./sitemap-xml";

test("the sitemap of a small shop is one file", () => {
  expect(listSitemapParts(0)).toEqual([]);
  expect(listSitemapParts(4_000)).toEqual([]);
});

test("the sitemap of a larger shop is split by the first digits of the ids", () => {
  expect(listSitemapParts(4_001)).toHaveLength(16);
  expect(listSitemapParts(1_000_000)).toHaveLength(256);
  expect(listSitemapParts(1_000_000).at(-1)).toBe("ff");
  expect(listSitemapParts(10 ** 12)).toHaveLength(4_096);
});

test("a part of the sitemap covers a range of ids", () => {
  expect(parseSitemapPart("3f")).toEqual({
    first: "3f000000-0000-0000-0000-000000000000",
    last: "3fffffff-ffff-ffff-ffff-ffffffffffff",
  });
  expect(allIds).toEqual({
    first: "00000000-0000-0000-0000-000000000000",
    last: "ffffffff-ffff-ffff-ffff-ffffffffffff",
  });
});

test.each([undefined, "", "g", "FF", "0000", "../"])("%s is not a part of the sitemap", (name) => {
  expect(parseSitemapPart(name)).toBeUndefined();
});
