import { expect, test } from "vitest";
import { sitemapEntries, sitemapIndex } from "./sitemap-xml";

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
  const entries = sitemapEntries({ addresses: both.slice(0, 1) });
  expect(entries).not.toContain("xhtml:link");
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
