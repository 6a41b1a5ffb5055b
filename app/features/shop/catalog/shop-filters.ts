import { parseAmount } from "~/features/base/money/price";
import { plainCode } from "~/ui/forms/plain-code";
import { cleanSearch } from "./search-text";

/** As in the address. The first is the default. */
export const sorts = ["newest", "bestsellers", "rating", "price-up", "price-down"] as const;

export type Sort = (typeof sorts)[number];

export interface ShopFilters {
  search: string;
  /** A slug, or `courseTopic`; empty for all. */
  topic: string;
  sort: Sort;
  /** As typed, in reais; empty for any price. */
  maxPrice: string;
}

export const noFilters: ShopFilters = { search: "", topic: "", sort: "newest", maxPrice: "" };

/** All courses; no topic has this slug. */
export const courseTopic = "curso";

const slug = /^[a-z-]{1,60}$/;

/** Ignores an unknown sort and a malformed topic. */
export function parseShopFilters(params: URLSearchParams): ShopFilters {
  const topic = params.get("topic") ?? "";
  const sort = params.get("sort");
  return {
    search: cleanSearch(params.get("q")),
    topic: slug.test(topic) ? topic : "",
    sort: sorts.find((known) => known === sort) ?? "newest",
    maxPrice: plainCode((params.get("maxPrice") ?? "").replaceAll("\0", "")).slice(0, 20),
  };
}

/** In cents: above every price, and within the database's integers. */
const maxCents = 1_000_000_000;

/** `cents`: undefined for any price. */
export function readMaxPrice(typed: string): { cents?: number; error?: "marketplace.maxPriceInvalid" } {
  if (typed === "") return {};
  const cents = parseAmount(typed);
  return cents && Number.isSafeInteger(cents)
    ? { cents: Math.min(cents, maxCents) }
    : { error: "marketplace.maxPriceInvalid" };
}

export function isFiltered({ search, topic, sort, maxPrice }: ShopFilters): boolean {
  return search !== "" || topic !== "" || sort !== "newest" || maxPrice !== "";
}

/** `after`: cursor. */
export function marketplacePath(filters: Partial<ShopFilters>, after?: string): string {
  const { search, topic, sort, maxPrice } = { ...noFilters, ...filters };
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (topic) query.set("topic", topic);
  if (sort !== "newest") query.set("sort", sort);
  if (maxPrice) query.set("maxPrice", maxPrice);
  if (after) query.set("after", after);
  const text = query.toString();
  return text ? `/marketplace?${text}` : "/marketplace";
}
