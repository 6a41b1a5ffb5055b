import { type Cursor, formatCursor, parseCursor } from "~/platform/keyset";
import type { Sort } from "./shop-filters";

/** Where a page of the marketplace ended: `key` is what the list is sorted by, before the time. */
export interface ShopCursor extends Cursor {
  key?: number;
}

/** Writes a cursor for a link. It names its sort, so that another sort's is not taken for its own. */
export function formatShopCursor(sort: Sort, { key, ...cursor }: ShopCursor): string {
  return key === undefined ? formatCursor(cursor) : `${sort}_${key}_${formatCursor(cursor)}`;
}

const sorted = /^([a-z-]+)_(-?\d{1,15})_(.+)$/;

/**
 * Reads a cursor from a link; undefined for none, for what is none and for another sort's: then the first page is
 * meant.
 */
export function parseShopCursor(raw: string | null, sort: Sort): ShopCursor | undefined {
  if (sort === "newest") return parseCursor(raw);
  const [, of, key, rest = ""] = sorted.exec(raw ?? "") ?? [];
  const cursor = of === sort ? parseCursor(rest) : undefined;
  return cursor && { ...cursor, key: Number(key) };
}
