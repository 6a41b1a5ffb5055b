import type { ChartTexts } from "~/features/base/money/day-chart";

export const revenueChartTexts = {
  byDay: "people.revenueByDay",
  sum: "people.revenueSum",
  title: "people.revenueTitle",
  text: "people.revenueText",
  none: "people.revenueNone",
  ofDay: "people.revenueOfDay",
  table: "people.revenueTable",
  day: "people.day",
  sales: "people.salesCount",
  money: "people.revenue",
} as const satisfies ChartTexts;
