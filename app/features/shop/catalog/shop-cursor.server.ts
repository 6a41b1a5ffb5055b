import { type Cursor, formatCursor, parseCursor } from "~/platform/keyset";
import type { Sort } from "./shop-filters";

/** `key`: the sort column before the time. */
export interface ShopCursor extends Cursor {
  key?: number;
  /** The page ends in the second group of its list. */
  second?: true;
}

const secondMark = "second_";

/** Contains the sort, so that another sort's cursor is refused. */
export function formatShopCursor(sort: Sort, { key, second, ...cursor }: ShopCursor): string {
  const written = key === undefined ? formatCursor(cursor) : `${sort}_${key}_${formatCursor(cursor)}`;
  return second ? `${secondMark}${written}` : written;
}

const sorted = /^([a-z-]+)_(-?\d{1,15})_(.+)$/;

/** Undefined (the first page) if missing, malformed or for another sort. */
export function parseShopCursor(raw: string | null, sort: Sort): ShopCursor | undefined {
  const second = raw?.startsWith(secondMark) ? ({ second: true } as const) : undefined;
  const place = second ? (raw ?? "").slice(secondMark.length) : raw;
  if (sort === "newest") return withGroup(parseCursor(place));
  const [, of, key, rest = ""] = sorted.exec(place ?? "") ?? [];
  const cursor = of === sort ? parseCursor(rest) : undefined;
  return withGroup(cursor && { ...cursor, key: Number(key) });

  function withGroup(cursor: ShopCursor | undefined): ShopCursor | undefined {
    return cursor && { ...cursor, ...second };
  }
}
