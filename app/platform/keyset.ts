import { z } from "zod";

/** Where a page of a list ended: the order is newest first, the id tells rows of the same millisecond apart. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

const shape = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

/** Writes a cursor for a link (`?after=`). */
export function formatCursor({ createdAt, id }: Cursor): string {
  return `${createdAt.getTime()}_${id}`;
}

/** Reads a cursor from a link; undefined for none or for what is none, which then means the first page. */
export function parseCursor(raw: string | null): Cursor | undefined {
  const parsed = shape.safeParse(raw?.split("_"));
  return parsed.success ? { createdAt: new Date(parsed.data[0]), id: parsed.data[1] } : undefined;
}

/** One page of a list, and the cursor of the next page where there is one. */
export interface Page<Row> {
  rows: Row[];
  next: string | undefined;
}

/** Makes a page of rows fetched with one row more than it shows. */
export function toPage<Row extends { id: string; created_at: Date }>(
  fetched: Row[],
  size: number,
): Page<Row> {
  const rows = fetched.slice(0, size);
  const last = rows.at(-1);
  const more = fetched.length > size && last;
  return { rows, next: more ? formatCursor({ createdAt: last.created_at, id: last.id }) : undefined };
}
