import { describe, expect, test } from "vitest";
import { readVisitSource, withSource } from "./visit-source";

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
