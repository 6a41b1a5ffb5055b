import { describe, expect, test } from "vitest";
import { createVisitSums, readVisitSource, withSource } from "./visit-source";

const appUrl = "https://sabia.example";
const read = (url: string, referer?: string) => readVisitSource({ url, referer, appUrl });

describe("a visit's source", () => {
  test.each([
    ["/videos/a-12345678?utm_source=Instagram", "instagram"],
    ["/videos/a-12345678?utm_source=ig", "instagram"],
    ["/videos/a-12345678?utm_source=chatgpt.com", "utm:chatgpt.com"],
    ["/videos/a-12345678?utm_source=l.instagram.com", "instagram"],
    ["/videos/a-12345678?utm_source=boletim+de+maio", "utm:boletim de maio"],
    ["/videos/a-12345678?cupom=primeira&utm_source=ig", "coupon:PRIMEIRA"],
    ["/videos/a-12345678?utm_source=direct", "utm:direct"],
    [withSource("/videos/a-12345678?lng=en", "qr"), "qr"],
  ])("is what the address %s names", (url, source) => {
    expect(read(url, "https://l.instagram.com/")).toEqual({ source, weak: false });
  });

  test.each([
    ["https://l.instagram.com/", "instagram"],
    ["https://www.google.com.br/", "google"],
    ["https://mail.google.com/mail/u/0/", "email"],
    ["android-app://com.whatsapp/", "whatsapp"],
    ["https://t.co/abc", "x"],
    ["https://www.blog.example/post?id=7", "site:blog.example"],
  ])("is the site of the Referer %s without its path", (referer, source) => {
    expect(read("/videos/a-12345678", referer)).toEqual({ source, weak: false });
  });

  test.each([
    "/marketplace?q=violao",
    "/",
    "/saved",
    "/creators/marina",
    "/videos/b-87654321",
    "/courses/b-87654321",
  ])("is the shop from its page %s, and gives way to a known source", (path) => {
    expect(read("/videos/a-12345678.data", appUrl + path)).toEqual({ source: "shop", weak: true });
  });

  test("is taken from the Referer if that page of the shop names one", () => {
    const referer = `${appUrl}/creators/marina?utm_source=ig`;
    expect(read("/videos/a-12345678", referer)).toEqual({ source: "instagram", weak: false });
  });

  test.each([
    [undefined],
    ["about:blank"],
    ["not an address"],
    [`${appUrl}/videos/a-12345678`],
    [`${appUrl}/consumer-login`],
  ])("is undefined if the Referer %s names none", (referer) => {
    expect(read("/videos/a-12345678", referer)).toBeUndefined();
  });

  test.each(["<script>", " ", "x".repeat(41), "a\u0000b", "-"])(
    "ignores the invalid campaign name %j",
    (name) => {
      expect(read(`/videos/a-12345678?utm_source=${encodeURIComponent(name)}`)).toBeUndefined();
    },
  );
});

const of = (source: string, videoId = "a") => ({ videoId, previewKey: null, day: "2026-11-25", source });

test("a visit adds to the sum of its video, day and source", () => {
  const sums = createVisitSums(10);
  sums.add(of("instagram"), "views");
  sums.add(of("instagram"), "views");
  sums.add(of("instagram"), "previews");
  sums.add(of("qr"), "views");
  expect(sums.take()).toEqual([
    { ...of("instagram"), views: 2, previews: 1 },
    { ...of("qr"), views: 1, previews: 0 },
  ]);
  expect(sums.take()).toEqual([]);
});

test("a flood of invented source names of a video is counted as other", () => {
  const sums = createVisitSums(1_000);
  for (let index = 0; index < 500; index += 1) sums.add(of(`utm:${index}`), "views");
  sums.add(of("utm:3"), "views");
  expect(sums.size).toBe(31);
  const taken = sums.take();
  expect(taken.find(({ source }) => source === "other")?.views).toBe(470);
  expect(taken.find(({ source }) => source === "utm:3")?.views).toBe(2);
});

test("full sums take no further combination and say how much was dropped", () => {
  const sums = createVisitSums(2);
  for (const video of ["a", "b", "c", "d", "a"]) sums.add(of("direct", video), "views");
  expect(sums.size).toBe(2);
  expect(sums.dropped).toBe(2);
  expect(sums.take().map(({ views }) => views)).toEqual([2, 1]);
  expect(sums.dropped).toBe(0);
});
