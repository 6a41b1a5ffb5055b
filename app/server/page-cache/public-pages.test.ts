import { expect, test } from "vitest";
import { cachedAddress, isPublicPage } from "./public-pages";

const video = "/videos/cccccccc-0000-4000-8000-000000000000";

test.each([
  ["/", "/"],
  ["/marketplace?lng=en", "/marketplace?lng=en"],
  ["/marketplace?sort=rating&topic=musica", "/marketplace?topic=musica&sort=rating"],
  [video, video],
  [`${video}?utm_source=mail&utm_campaign=launch`, video],
  ["/creators/ana-lima?after=x", "/creators/ana-lima?after=x"],
  ["/sitemap.xml", "/sitemap.xml"],
  ["/_root.data", "/_root.data"],
  ["/marketplace.data?after=x&lng=en&fbclid=1", "/marketplace.data?lng=en&after=x"],
  [`${video}.data`, `${video}.data`],
])("the page %s is cached as %s", (target, address) => {
  expect(cachedAddress(target)).toBe(address);
});

test.each([
  "/purchases",
  "/marketplace/",
  "/marketplace.data?_routes=root",
  "/purchases.data",
  "/.data",
  "/sitemap.xml.data",
  "/marketplace.data.data",
  "//marketplace",
  "/marketplace?_data=root",
  "/marketplace?page=2",
  "/marketplace?q=violao",
  "/marketplace?sort=rating&sort=newest",
  "/marketplace?lng=fr",
  "/?q=a",
  `${video}/checkout`,
  "/creators/%41na",
  `/marketplace?q=${"x".repeat(300)}`,
])("the page %s is not cached", (target) => {
  expect(cachedAddress(target)).toBeUndefined();
});

test.each([
  ["/", true],
  ["/_root.data", true],
  ["/marketplace.data", true],
  ["/creators/ana", true],
  ["/creator/dashboard", false],
  ["/confirm-email", false],
  ["/purchases.data", false],
])("the address %s is a public page: %s", (path, expected) => {
  expect(isPublicPage(path)).toBe(expected);
});
