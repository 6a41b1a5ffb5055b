import { expect, test } from "vitest";
import { isList, libraryPath, readLibraryFilters } from "./library-filters";

const read = (query: string) => readLibraryFilters(new URLSearchParams(query));
const id = "3f0a4c0e-0000-4000-8000-000000000000";
const overview = { show: undefined, search: "", sort: "recent", after: undefined };

test.each([
  ["", overview],
  ["show=done&q=%20p%C3%A3o%20&sort=title", { ...overview, show: "done", search: "pão", sort: "title" }],
  ["show=nothing&sort=x&after=x", overview],
  [`show=other&after=${id}`, { ...overview, show: "other", after: id }],
  ["q=a%00b%0Ac", { ...overview, search: "a b c" }],
  [`q=${"a".repeat(500)}`, { ...overview, search: "a".repeat(100) }],
])('the library query "%.40s" is parsed', (query, filters) => {
  expect(read(query)).toEqual(filters);
});

test.each([
  ["", false],
  ["after=x", false],
  ["show=new", true],
  ["q=p", true],
  ["sort=title", true],
])("the library query %j shows a list: %s", (query, list) => {
  expect(isList(read(query))).toBe(list);
});

test("the address of a library view is parsed back to the same filters", () => {
  const filters = { show: "going", search: "pão & café", sort: "title" } as const;
  const path = libraryPath(filters, id);
  expect(readLibraryFilters(new URL(path, "http://localhost").searchParams)).toEqual({
    ...filters,
    after: id,
  });
  expect(libraryPath({})).toBe("/purchases");
});
