import { expect, test } from "vitest";
import { advise, type Figures, percentOf, rate } from "./advice";

const of = (views: number, previews = 0, checkouts = 0, sales = 0, taken = 0): Figures => ({
  views,
  previews,
  checkouts,
  sales,
  taken,
});
const from = (source: string, views: number, sales: number) => ({
  source,
  ...of(views, views / 2, sales, sales),
});

test("too few visits or sales lead to no advice", () => {
  expect(advise(of(29, 3, 3, 3), [from("direct", 29, 3)], true)).toBeUndefined();
  expect(advise(of(200, 100, 4, 4), [from("whatsapp", 200, 4)], true)).toBeUndefined();
});

test("the best converting source is compared with the busiest of the others", () => {
  const sources = [from("instagram", 1640, 31), from("whatsapp", 702, 38), from("direct", 176, 5)];
  expect(advise(of(2518, 900, 200, 71), sources, true)).toEqual({
    kind: "compare",
    best: "whatsapp",
    bestRate: 5.4,
    other: "instagram",
    otherRate: 1.9,
    do: "share",
  });
});

test.each([
  ["a single sale", [from("whatsapp", 40, 1), from("instagram", 400, 0)]],
  ["four sales", [from("whatsapp", 40, 4), from("instagram", 400, 5)]],
  ["another source with one sale", [from("whatsapp", 40, 5), from("instagram", 400, 1)]],
  ["few visits", [from("whatsapp", 29, 5), from("instagram", 400, 5)]],
  ["a source to which nobody can send a link", [from("direct", 100, 20), from("instagram", 400, 5)]],
  ["a coupon as the best source", [from("coupon:PRIMEIRA", 100, 20), from("instagram", 400, 5)]],
  ["rates that are alike", [from("whatsapp", 400, 12), from("instagram", 400, 10)]],
  ["one source alone", [from("whatsapp", 400, 12)]],
])("%s leads to no comparison", (_, sources) => {
  expect(advise(of(500, 200, 15, 14), sources, true)?.kind).toBe("goOn");
});

test.each<[string, Figures, boolean, object | undefined]>([
  ["visits without a sale", of(500, 200, 3, 0), true, { kind: "page", views: 500, sales: 0, do: "edit" }],
  ["less than one sale per 100 visits", of(4_368, 1_549, 10, 9), true, { kind: "page", do: "edit" }],
  ["visitors who take free videos", of(500, 200, 0, 0, 40), true, undefined],
  [
    "payments that most visitors abandon",
    of(500, 200, 20, 4),
    true,
    { kind: "payment", checkouts: 20, sales: 4, do: "coupon" },
  ],
  ["a preview that few people play", of(500, 50, 8, 5), true, { kind: "preview", percent: 10, do: "edit" }],
  ["no preview", of(500, 0, 8, 5), false, { kind: "goOn", rate: 1, do: "share" }],
])("%s leads to its own advice", (_, total, hasPreview, advice) => {
  const given = advise(total, [], hasPreview);
  if (advice) expect(given).toMatchObject(advice);
  else expect(given).toBeUndefined();
});

test("a percentage below ten has one decimal", () => {
  expect([
    percentOf(9, 4_368),
    percentOf(96, 3_248),
    percentOf(10, 100),
    percentOf(5, 0),
    percentOf(7, 2),
  ]).toEqual([0.2, 3, 10, 0, 100]);
});

test("a conversion rate never exceeds 100 %", () => {
  expect([rate(0, 0), rate(5, 0), rate(3, 100), rate(7, 2)]).toEqual([0, 0, 3, 100]);
});
