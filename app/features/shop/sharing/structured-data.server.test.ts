/**
 * What search engines read, held against the properties that Google documents as required and recommended
 * (developers.google.com/search/docs/appearance/structured-data: product, video, profile-page, breadcrumb).
 */
import { expect, test } from "vitest";
import { salesPageMeta } from "./page-meta.server";
import { profileData } from "./structured-data.server";

const documented: Record<string, { required: string[]; recommended: string[] }> = {
  Product: {
    required: ["name", "offers"],
    recommended: ["aggregateRating", "brand", "description", "image"],
  },
  Offer: {
    required: ["price", "priceCurrency"],
    recommended: ["availability", "itemCondition", "url", "hasMerchantReturnPolicy"],
  },
  MerchantReturnPolicy: {
    required: ["applicableCountry", "returnPolicyCategory", "merchantReturnDays"],
    recommended: ["returnFees"],
  },
  AggregateRating: { required: ["ratingValue", "reviewCount"], recommended: ["bestRating", "worstRating"] },
  VideoObject: {
    required: ["name", "thumbnailUrl", "uploadDate"],
    recommended: ["contentUrl", "description", "duration", "inLanguage"],
  },
  Clip: { required: ["name", "startOffset", "url"], recommended: ["endOffset"] },
  BreadcrumbList: { required: ["itemListElement"], recommended: [] },
  ListItem: { required: ["position", "name", "item"], recommended: [] },
  ProfilePage: { required: ["mainEntity"], recommended: [] },
  Person: { required: ["name"], recommended: ["url"] },
};

type Data = Record<string, unknown>;

const video = {
  id: "0b8f0e2c-8c1d-4b54-9a53-0c5d6a1c2f11",
  title: "Violão </script> & cia",
  description:
    "Em uma tarde você toca sua primeira música.\n\nPostura e afinação.\n0:00 Postura\n1:05 Afinar\n2:30 Tocar",
  price_cents: 4990,
  currency: "BRL" as const,
  creator_name: "Marina Duarte",
  creator_handle: "marina-duarte",
  review_count: 3,
  rating_total: 14,
};

const whole = {
  appUrl: "https://sabia.test",
  siteName: "Sabiá",
  locale: "pt" as const,
  inLanguage: (path: string) => path,
  shopTitle: "Todos os vídeos",
  picturePath: "/share/videos/1/a.jpg",
  video,
  preview: { address: "/previews/1.mp4", publishedAt: "2026-11-20T12:00:00Z", durationSeconds: 60 },
  topic: { slug: "musica", name: "Música" },
  spokenLanguage: "pt",
  wholeSeconds: 240,
};

/** Every object with a type, also those inside others. */
function typed(value: unknown): Data[] {
  if (Array.isArray(value)) return value.flatMap(typed);
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(typed);
  return "@type" in value ? [value as Data, ...inside] : inside;
}

function dataOf(shared: Parameters<typeof salesPageMeta>[0]): Data[] {
  return salesPageMeta(shared).flatMap((tag) =>
    "script:ld+json" in tag ? [tag["script:ld+json"] as Data] : [],
  );
}

const profile = profileData({
  name: "Marina Duarte",
  url: "https://sabia.test/creators/marina-duarte",
  bio: "Violonista.",
  picture: "https://sabia.test/share/creators/1/a.jpg",
  links: ["https://example.com/"],
});

test("each object of the structured data has the properties that Google documents", () => {
  const objects = typed([...dataOf(whole), profile]);
  expect(new Set(objects.map((object) => object["@type"]))).toEqual(new Set(Object.keys(documented)));
  for (const object of objects) {
    const { required, recommended } = documented[object["@type"] as string] ?? {
      required: [],
      recommended: [],
    };
    const missing = [...required, ...recommended].filter(
      (name) => object[name] === undefined || object[name] === "",
    );
    expect({ type: object["@type"], missing }).toEqual({ type: object["@type"], missing: [] });
  }
});

test("the rating in the structured data is the mean of the stars, and reviews and preview are absent if there are none", () => {
  const [product] = dataOf(whole);
  expect(product?.aggregateRating).toMatchObject({ ratingValue: "4.7", reviewCount: 3 });
  const bare = typed(
    dataOf({
      ...whole,
      preview: undefined,
      topic: undefined,
      video: { ...video, review_count: 0, rating_total: 0 },
    }),
  );
  const types = bare.map((object) => object["@type"]);
  expect(types).not.toContain("AggregateRating");
  expect(types).not.toContain("VideoObject");
});
