import { expect, test } from "vitest";
import { decidePageAddresses } from "./page-addresses";

const appUrl = "https://sabia.example";
const both = (path: string, english: string) => [
  { hrefLang: "pt-BR", href: appUrl + path },
  { hrefLang: "en", href: appUrl + english },
  { hrefLang: "x-default", href: appUrl + path },
];

test.each([
  ["/", "", "pt", "/", both("/", "/?lng=en")],
  ["/", "?lng=en", "en", "/?lng=en", both("/", "/?lng=en")],
  ["/marketplace", "?q=p%C3%A3o", "pt", "/marketplace", both("/marketplace", "/marketplace?lng=en")],
  [
    "/marketplace",
    "?lng=en&after=1_a&q=x",
    "en",
    "/marketplace?after=1_a&lng=en",
    both("/marketplace?after=1_a", "/marketplace?after=1_a&lng=en"),
  ],
  [
    "/marketplace",
    "?topic=musica&sort=rating&maxPrice=10",
    "pt",
    "/marketplace?topic=musica&sort=rating",
    both("/marketplace?topic=musica&sort=rating", "/marketplace?topic=musica&sort=rating&lng=en"),
  ],
  [
    "/reset-password",
    "?token=secret",
    "pt",
    "/reset-password",
    both("/reset-password", "/reset-password?lng=en"),
  ],
  [
    "/creator-login",
    "?lng=en",
    "en",
    "/creator-login?lng=en",
    both("/creator-login", "/creator-login?lng=en"),
  ],
  ["/admin/dashboard", "", "pt", "/admin/dashboard", []],
] as const)(
  "the canonical address of %s%s in %s is $3",
  (pathname, search, locale, canonical, alternates) => {
    expect(decidePageAddresses(appUrl, { pathname, search }, locale)).toEqual({
      canonical: appUrl + canonical,
      alternates: alternates.length === 0 ? [] : expect.arrayContaining([...alternates]),
    });
  },
);
