import type { VisitSource } from "~/features/orders/visits/visit-source";

/** Sums of a period. */
export interface Figures {
  views: number;
  previews: number;
  checkouts: number;
  sales: number;
  /** Free products, and those that a coupon left nothing to charge for, which people took. */
  taken: number;
}

export type Advice =
  /** Hardly anybody has seen the pages. `views`: how many */
  | { kind: "spread"; views: number; do: "share" }
  /** Few visitors play the preview. `percent` */
  | { kind: "preview"; percent: number; do: "edit" }
  /** Many open the payment and few pay. */
  | { kind: "payment"; checkouts: number; sales: number; do: "coupon" }
  /** Visitors read, and hardly any of them buys. */
  | { kind: "page"; views: number; sales: number; do: "edit" }
  /** Visitors of one source buy more than those of another with more visits. Sales of 100 visits */
  | {
      kind: "compare";
      best: VisitSource;
      bestRate: number;
      other: VisitSource;
      otherRate: number;
      do: "share";
    }
  /** Sales of 100 visits */
  | { kind: "goOn"; rate: number; do: "share" };

/** Below this, a rate says nothing. */
const enoughViews = 30;
const fewPreviewsPercent = 15;

/** Returns what the figures suggest to do next. `sources`: those that have a name of their own */
export function advise(
  total: Figures,
  sources: readonly (Figures & { source: VisitSource })[],
  hasPreview: boolean,
): Advice {
  const { views, previews, checkouts, sales, taken } = total;
  if (views < enoughViews) return { kind: "spread", views, do: "share" };
  const comparison = compare(sources);
  if (comparison) return comparison;
  if (checkouts >= 10 && sales * 4 < checkouts) return { kind: "payment", checkouts, sales, do: "coupon" };
  const percent = rate(previews, views);
  if (hasPreview && percent < fewPreviewsPercent) return { kind: "preview", percent, do: "edit" };
  if (rate(sales + taken, views) < 1) return { kind: "page", views, sales, do: "edit" };
  return { kind: "goOn", rate: rate(sales, views), do: "share" };
}

/** Compares the source that sells best with the busiest of the others. */
function compare(sources: readonly (Figures & { source: VisitSource })[]): Advice | undefined {
  const known = sources.filter(({ source, views }) => views >= enoughViews && source !== "other");
  const byRate = [...known].sort((a, b) => b.sales / b.views - a.sales / a.views);
  const best = byRate[0];
  if (!best || best.sales < 2) return undefined;
  const others = byRate.slice(1).sort((a, b) => b.views - a.views);
  const other = others[0];
  if (!other) return undefined;
  const [bestRate, otherRate] = [rate(best.sales, best.views), rate(other.sales, other.views)];
  if (bestRate < otherRate * 1.5 || bestRate <= otherRate) return undefined;
  return { kind: "compare", best: best.source, bestRate, other: other.source, otherRate, do: "share" };
}

/** Returns how many of 100, at most 100: a sale counts for the last link, its visit for an earlier one. */
export function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.round((part * 100) / whole));
}

/** Returns a part in percent, at most 100; below ten with one decimal. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const percent = Math.min(100, (part * 100) / whole);
  return percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
}
