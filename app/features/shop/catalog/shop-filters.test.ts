import { expect, test } from "vitest";
import { isFiltered, marketplacePath, noFilters, parseShopFilters, readMaxPrice } from "./shop-filters";

const read = (query: string) => parseShopFilters(new URLSearchParams(query));

test.each([
  ["of everything", {}, undefined, "/marketplace"],
  ["of a search", { search: "c++ & pão" }, undefined, "/marketplace?q=c%2B%2B+%26+p%C3%A3o"],
  ["of a later page", {}, "1_x", "/marketplace?after=1_x"],
  [
    "of everything at once",
    { search: "a", topic: "musica", sort: "price-up", maxPrice: "29,90" },
    "1_x",
    "/marketplace?q=a&topic=musica&sort=price-up&maxPrice=29%2C90&after=1_x",
  ],
] as const)("a marketplace address %s keeps the filters", (_, filters, after, path) => {
  expect(marketplacePath(filters, after)).toBe(path);
  expect(read(path.split("?")[1] ?? "")).toEqual({ ...noFilters, ...filters });
});

test.each([
  ["a sort that does not exist", "sort=cheapest"],
  ["what is not a slug", "topic=%27%3B--"],
  ["blanks", "q=+&maxPrice=+&topic="],
  ["NUL", "q=%00&topic=%00&maxPrice=%00"],
])("a marketplace address with %s is parsed as unfiltered", (_, query) => {
  expect(read(query)).toEqual(noFilters);
  expect(isFiltered(read(query))).toBe(false);
});

test.each(["q=a", "topic=musica", "sort=rating", "maxPrice=10"])(
  "a marketplace address with %s is filtered",
  (query) => {
    expect(isFiltered(read(query))).toBe(true);
  },
);

test.each([
  ["", {}],
  ["29,90", { cents: 2990 }],
  ["30", { cents: 3000 }],
  ["0", { error: "marketplace.maxPriceInvalid" }],
  ["trinta", { error: "marketplace.maxPriceInvalid" }],
  ["-5", { error: "marketplace.maxPriceInvalid" }],
])("the highest price typed as %j is %o", (typed, price) => expect(readMaxPrice(typed)).toEqual(price));
