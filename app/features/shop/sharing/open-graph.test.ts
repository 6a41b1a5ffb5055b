import { expect, test } from "vitest";
import { openGraph, summarize } from "./open-graph";

const page = {
  appUrl: "https://sabia.test",
  siteName: "Sabiá",
  path: "/",
  locale: "pt" as const,
  bilingual: true,
  title: "t",
  description: "d",
  type: "website" as const,
};

test("a page shares its type, address, texts and languages, and without a picture of its own the site's", () => {
  expect(openGraph(page)).toEqual(
    expect.arrayContaining([
      { property: "og:type", content: "website" },
      { property: "og:site_name", content: "Sabiá" },
      { property: "og:url", content: "https://sabia.test/" },
      { property: "og:title", content: "t" },
      { property: "og:description", content: "d" },
      { property: "og:locale", content: "pt_BR" },
      { property: "og:locale:alternate", content: "en_US" },
      { property: "og:image", content: "https://sabia.test/share.jpg" },
      { property: "og:image:type", content: "image/jpeg" },
      { property: "og:image:width", content: "1200" },
      { property: "og:image:height", content: "630" },
      { property: "og:image:alt", content: "Sabiá" },
      { name: "twitter:card", content: "summary_large_image" },
    ]),
  );
});

test("a page in a single language lists no alternate", () => {
  expect(JSON.stringify(openGraph({ ...page, bilingual: false }))).not.toContain("og:locale:alternate");
});

test("a share description is one line, cut between words at 200 characters", () => {
  expect(summarize(" a\n\nb  c ")).toBe("a b c");
  const long = summarize("palavra ".repeat(40));
  expect(long.length).toBeLessThanOrEqual(200);
  expect(long).toMatch(/palavra…$/);
  expect(summarize("x".repeat(300))).toHaveLength(200);
});
