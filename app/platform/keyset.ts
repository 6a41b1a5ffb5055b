import { z } from "zod";

/** Lists are ordered newest first; the id separates rows of the same millisecond. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

const shape = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

export function formatCursor({ createdAt, id }: Cursor): string {
  return `${createdAt.getTime()}_${id}`;
}

/** Undefined if missing or malformed, which means the first page. */
export function parseCursor(raw: string | null): Cursor | undefined {
  const parsed = shape.safeParse(raw?.split("_"));
  return parsed.success ? { createdAt: new Date(parsed.data[0]), id: parsed.data[1] } : undefined;
}

export interface Page<Row> {
  rows: Row[];
  next: string | undefined;
}

/** `fetched`: one row more than the page has. */
export function toPage<Row extends { id: string; created_at: Date }>(
  fetched: Row[],
  size: number,
): Page<Row> {
  const rows = fetched.slice(0, size);
  const last = rows.at(-1);
  const more = fetched.length > size && last;
  return { rows, next: more ? formatCursor({ createdAt: last.created_at, id: last.id }) : undefined };
}
