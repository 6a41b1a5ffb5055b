import { expect, test } from "vitest";
import { parseSpan, spanParams, wholeSpan } from "./date-span";

const parse = (query: string) => parseSpan(new URLSearchParams(query));

test.each([
  ["", { order: "newest" }, {}],
  [
    "from=2026-11-01&to=2026-11-30&order=oldest",
    { from: "2026-11-01", to: "2026-11-30", order: "oldest" },
    {},
  ],
  ["from=2024-02-29&to=2024-02-29", { from: "2024-02-29", to: "2024-02-29", order: "newest" }, {}],
  ["from=2026-02-30", { order: "newest" }, { from: "badDay" }],
  ["from=1492-10-12", { order: "newest" }, { from: "badDay" }],
  ["to=01/12/2026", { order: "newest" }, { to: "badDay" }],
  ["from=2026-12-02&to=2026-12-01", { from: "2026-12-02", order: "newest" }, { to: "reversed" }],
  ["order=sideways&from=", { order: "newest" }, {}],
])("the query %j is parsed into its days, order and errors", (query, span, problems) => {
  expect(parse(query)).toMatchObject({ span, problems });
});

test("a date span parses the link that it builds", () => {
  const { span } = parse("from=2026-11-01&to=2026-11-30&order=oldest");
  expect(parse(String(new URLSearchParams(spanParams(span)))).span).toEqual(span);
  expect(parse("").span).toEqual(wholeSpan);
  expect(spanParams(wholeSpan)).toEqual({});
});
