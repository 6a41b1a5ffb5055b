import { type Cursor, formatCursor, parseCursor } from "~/platform/keyset";

/** The last review of a page. */
export interface ReviewCursor extends Cursor {
  /** 1 to 5. */
  rating: number;
}

/** Writes a cursor for the address. */
export function formatReviewCursor({ rating, ...cursor }: ReviewCursor): string {
  return `${rating}.${formatCursor(cursor)}`;
}

/** Parses a cursor from an address; undefined, which means the first page, if it is missing or malformed. */
export function parseReviewCursor(raw: string | null): ReviewCursor | undefined {
  const [, rating, rest] = /^([1-5])\.(.+)$/.exec(raw ?? "") ?? [];
  const cursor = rest === undefined ? undefined : parseCursor(rest);
  return cursor && { ...cursor, rating: Number(rating) };
}
