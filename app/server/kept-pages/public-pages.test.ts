import { expect, test } from "vitest";
import { findKeptAddress, isPublicPage } from "./public-pages";

const video = "/videos/cccccccc-0000-4000-8000-000000000000";

test.each([
  ["/", { address: "/", onlyAgain: false }],
  ["/marketplace?lng=en", { address: "/marketplace?lng=en", onlyAgain: false }],
  [
    "/marketplace?q=viol%C3%A3o&lng=en",
    { address: "/marketplace?lng=en&q=viol%C3%A3o", onlyAgain: true, isSearch: true },
  ],
  [
    "/marketplace?sort=rating&topic=musica",
    { address: "/marketplace?topic=musica&sort=rating", onlyAgain: true },
  ],
  [video, { address: video, onlyAgain: true }],
  [`${video}?utm_source=mail&utm_campaign=launch`, { address: video, onlyAgain: true }],
  ["/creators/ana-lima?after=x", { address: "/creators/ana-lima?after=x", onlyAgain: true }],
  ["/sitemap.xml", { address: "/sitemap.xml", onlyAgain: true }],
  ["/_root.data", { address: "/_root.data", onlyAgain: false }],
  [
    "/marketplace.data?after=x&lng=en&fbclid=1",
    { address: "/marketplace.data?lng=en&after=x", onlyAgain: true },
  ],
  [`${video}.data`, { address: `${video}.data`, onlyAgain: true }],
])("the page %s is stored", (target, kept) => {
  expect(findKeptAddress(target)).toEqual({ isSearch: false, ...kept });
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
  "/marketplace?q=a&q=b",
  "/marketplace?lng=fr",
  "/?q=a",
  `${video}/checkout`,
  "/creators/%41na",
  `/marketplace?q=${"x".repeat(300)}`,
])("the page %s is not stored", (target) => {
  expect(findKeptAddress(target)).toBeUndefined();
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
