import { type Cursor, formatCursor, parseCursor } from "~/platform/keyset";

export interface ReviewCursor extends Cursor {
  /** 1 to 5. */
  rating: number;
}

export function formatReviewCursor({ rating, ...cursor }: ReviewCursor): string {
  return `${rating}.${formatCursor(cursor)}`;
}

/** Returns undefined, which means the first page, if the cursor is missing or malformed. */
export function parseReviewCursor(raw: string | null): ReviewCursor | undefined {
  const [, rating, rest] = /^([1-5])\.(.+)$/.exec(raw ?? "") ?? [];
  const cursor = rest === undefined ? undefined : parseCursor(rest);
  return cursor && { ...cursor, rating: Number(rating) };
}
