import { expect, test } from "vitest";
import { allIds, listSitemapParts, parseSitemapPart, sitemapEntries, sitemapIndex } from "./sitemap-xml";

test.each([
  [0, 0, undefined],
  [4_000, 0, undefined],
  [4_001, 16, "f"],
  [1_000_000, 256, "ff"],
  [10 ** 12, 4_096, "fff"],
])("the sitemap of %i videos has %i parts, by the first digits of the ids", (videos, count, last) => {
  const parts = listSitemapParts(videos);
  expect([parts.length, parts.at(-1)]).toEqual([count, last]);
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

const both = [
  { language: "pt-BR", href: "https://sabia.test/marketplace?topic=musica&x=1" },
  { language: "en", href: "https://sabia.test/marketplace?topic=musica&x=1&lng=en" },
];

test("each language has a sitemap entry, which lists every language and the default", () => {
  const entries = sitemapEntries({ addresses: both, changed: new Date("2026-11-22T12:00:00Z") });
  expect(entries.match(/<url>/g)).toHaveLength(2);
  expect(entries.match(/hreflang="pt-BR"/g)).toHaveLength(2);
  expect(entries.match(/hreflang="en"/g)).toHaveLength(2);
  expect(
    entries.match(/hreflang="x-default" href="https:\/\/sabia.test\/marketplace\?topic=musica&amp;x=1"/g),
  ).toHaveLength(2);
  expect(entries).toContain("<lastmod>2026-11-22T12:00:00.000Z</lastmod>");
});

test("a sitemap entry of a page in one language has no alternates", () => {
  expect(sitemapEntries({ addresses: both.slice(0, 1) })).not.toContain("xhtml:link");
});

test("a sitemap escapes typed text and drops characters that XML does not allow", () => {
  const entries = sitemapEntries({
    addresses: both.slice(0, 1),
    preview: {
      title: `<b>"Tom & Jerry's"</b>\u0007`,
      description: "d",
      picture: "https://sabia.test/p.jpg",
      address: "https://sabia.test/preview.mp4",
      durationSeconds: 60,
    },
  });
  expect(entries).toContain(
    "<video:title>&lt;b&gt;&quot;Tom &amp; Jerry&apos;s&quot;&lt;/b&gt;</video:title>",
  );
  expect(entries).toContain("<video:duration>60</video:duration>");
});

test("a sitemap index lists its parts", () => {
  expect(sitemapIndex(["https://sabia.test/sitemaps/0.xml"])).toContain(
    "<sitemap><loc>https://sabia.test/sitemaps/0.xml</loc></sitemap>",
  );
});
