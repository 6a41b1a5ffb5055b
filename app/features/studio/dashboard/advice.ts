import type { KnownSource, VisitSource } from "~/features/orders/coupons/visit-source";

export interface Figures {
  views: number;
  previews: number;
  checkouts: number;
  sales: number;
  /** Free products, and those that a coupon left nothing to charge for. */
  taken: number;
}

export type Advice =
  | { kind: "preview"; percent: number; do: "edit" }
  | { kind: "payment"; checkouts: number; sales: number; do: "coupon" }
  | { kind: "page"; views: number; sales: number; do: "edit" }
  /** Visitors of one source, where a link can be sent, buy more than those of another. */
  | {
      kind: "compare";
      best: KnownSource;
      bestRate: number;
      other: VisitSource;
      otherRate: number;
      do: "share";
    }
  | { kind: "goOn"; rate: number; do: "share" };

/** Below these, a rate says nothing. */
const enoughViews = 30;
const enoughSales = 5;

/** Fewer sales than this percentage of the visits lead to the page itself. */
const fewSalesPercent = 1;

const sendable = [
  "whatsapp",
  "instagram",
  "facebook",
  "youtube",
  "tiktok",
  "telegram",
  "x",
  "linkedin",
  "pinterest",
  "email",
] as const satisfies readonly KnownSource[];

const fewPreviewsPercent = 15;

/** Undefined while the figures are too few. `sources`: those that have a name of their own. */
export function advise(
  total: Figures,
  sources: readonly (Figures & { source: VisitSource })[],
  hasPreview: boolean,
): Advice | undefined {
  const { views, previews, checkouts, sales, taken } = total;
  if (views < enoughViews) return undefined;
  const comparison = compare(sources);
  if (comparison) return comparison;
  if (checkouts >= 4 * enoughSales && sales * 4 < checkouts)
    return { kind: "payment", checkouts, sales, do: "coupon" };
  const percent = rate(previews, views);
  if (hasPreview && percent < fewPreviewsPercent) return { kind: "preview", percent, do: "edit" };
  const isMeasured = views * fewSalesPercent >= enoughSales * 100;
  if (isMeasured && percentOf(sales + taken, views) < fewSalesPercent)
    return { kind: "page", views, sales, do: "edit" };
  return sales < enoughSales ? undefined : { kind: "goOn", rate: percentOf(sales, views), do: "share" };
}

/** Compares the source that sells best with the busiest other one with enough visits and sales. */
function compare(sources: readonly (Figures & { source: VisitSource })[]): Advice | undefined {
  const measured = sources.filter(
    ({ source, views, sales }) => source !== "other" && views >= enoughViews && sales >= enoughSales,
  );
  const byRate = [...measured].sort((a, b) => b.sales / b.views - a.sales / a.views);
  const best = byRate[0];
  const place = sendable.find((name) => name === best?.source);
  if (!best || !place) return undefined;
  const others = byRate.slice(1).sort((a, b) => b.views - a.views);
  const other = others[0];
  if (!other) return undefined;
  const [bestRate, otherRate] = [percentOf(best.sales, best.views), percentOf(other.sales, other.views)];
  if (bestRate < otherRate * 1.5 || bestRate <= otherRate) return undefined;
  return { kind: "compare", best: place, bestRate, other: other.source, otherRate, do: "share" };
}

/** In percent, at most 100: a sale counts for the last link, its visit for an earlier one. */
export function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.round((part * 100) / whole));
}

/** In percent, at most 100; below ten with one decimal. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const percent = Math.min(100, (part * 100) / whole);
  return percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
}
