import { sql } from "kysely";
import { startsAt } from "~/features/base/money/days.queries.server";
import type { Cursor } from "~/platform/keyset";
import type { ListSpan } from "./date-span";

/** Conditions and order on `created_at` and `id` of `table`, which an index serves. */
export function readSpan(table: string, { from, to, order }: ListSpan, after: Cursor | undefined) {
  const at = sql.ref(`${table}.created_at`);
  const id = sql.ref(`${table}.id`);
  const oldestFirst = order === "oldest";
  const conditions = [
    ...(from ? [sql`${at} >= ${startsAt(sql`${from}::date`)}`] : []),
    ...(to ? [sql`${at} < ${startsAt(sql`${to}::date + 1`)}`] : []),
    ...(after
      ? [sql`(${at}, ${id}) ${oldestFirst ? sql`>` : sql`<`} (${after.createdAt}, ${after.id})`]
      : []),
  ];
  const direction = oldestFirst ? sql`ASC` : sql`DESC`;
  return {
    condition: conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` AND `)}` : sql<boolean>`true`,
    order: sql`${at} ${direction}, ${id} ${direction}`,
  };
}
