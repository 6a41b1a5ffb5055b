import type { ChartTexts } from "~/features/base/money/day-chart";

export const earningsChartTexts = {
  byDay: "creator.earningsByDay",
  sum: "creator.earningsSum",
  title: "creator.earningsTitle",
  text: "creator.earningsText",
  none: "creator.earningsNone",
  ofDay: "creator.earningsOfDay",
  table: "creator.earningsTable",
  day: "creator.day",
  sales: "creator.salesCount",
  money: "creator.earnings",
} as const satisfies ChartTexts;
