import type { Sort } from "~/features/shop/search/shop-filters";
import { type Cursor, formatCursor, parseCursor } from "~/platform/keyset";

/** The end of a marketplace page: `key` is the sort column before the time. */
export interface ShopCursor extends Cursor {
  key?: number;
}

/** Writes a cursor for a link. It names its sort, so that another sort's is not taken for its own. */
export function formatShopCursor(sort: Sort, { key, ...cursor }: ShopCursor): string {
  return key === undefined ? formatCursor(cursor) : `${sort}_${key}_${formatCursor(cursor)}`;
}

const sorted = /^([a-z-]+)_(-?\d{1,15})_(.+)$/;

/**
 * Reads a cursor from a link. Returns undefined, which means the first page, if it is missing, malformed or for
 * another sort order.
 */
export function parseShopCursor(raw: string | null, sort: Sort): ShopCursor | undefined {
  if (sort === "newest") return parseCursor(raw);
  const [, of, key, rest = ""] = sorted.exec(raw ?? "") ?? [];
  const cursor = of === sort ? parseCursor(rest) : undefined;
  return cursor && { ...cursor, key: Number(key) };
}
