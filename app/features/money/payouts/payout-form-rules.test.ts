import { expect, test } from "vitest";
import { maySeenBePrepared, parseSeen } from "./payout-form-rules";

const now = new Date("2026-11-21T12:00:00Z");
const at = (ms: number) => new Date(now.getTime() + ms);

test.each([
  ["seen just now", 0, undefined, true],
  ["seen ahead of its time", 1, undefined, false],
  ["seen an hour ago", -3_600_000, undefined, true],
  ["seen more than an hour ago", -3_600_001, undefined, false],
  ["seen at the moment of the last batch", -10, -10, false],
  ["seen after the last batch", -9, -10, true],
  ["seen before the last batch", -11, -10, false],
])("a preview of a batch %s may be prepared: $3", (_, asOf, last, may) => {
  const lastBatchAt = last === undefined ? undefined : at(last);
  expect(maySeenBePrepared({ asOf: at(asOf) }, { now, lastBatchAt })).toBe(may);
});

test("the fields of a preview are parsed, and incomplete or malformed ones are rejected", () => {
  expect(parseSeen({ asOf: "1000", count: "2", cents: "300" })).toEqual({
    asOf: new Date(1000),
    count: 2,
    cents: 300,
  });
  for (const fields of [
    {},
    { asOf: "", count: "2", cents: "3" },
    { asOf: "1e3", count: "2", cents: "3" },
    { asOf: "1", count: "0", cents: "3" },
    { asOf: "1", count: "-1", cents: "3" },
    { asOf: "1", count: "1", cents: "3.5" },
  ])
    expect(parseSeen(fields as Record<string, string>)).toBeUndefined();
});
