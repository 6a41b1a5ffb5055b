import { type RawBuilder, sql } from "kysely";
import type { Day } from "~/i18n/days";
import type { Cursor } from "~/platform/keyset";
import type { ListSpan } from "./date-span";

type Sql = RawBuilder<unknown>;

/** Named, not an offset: Brazil had a summer time until 2019. */
const timeZone = sql.lit("America/Sao_Paulo");

/** SQL of the moment at which a `date` begins in São Paulo. */
export const startsAt = (day: Sql): Sql => sql`((${day})::timestamp AT TIME ZONE ${timeZone})`;

/** SQL of São Paulo's clock, a `timestamp`. */
export const inSaoPaulo = (moment: Sql): Sql => sql`(${moment} AT TIME ZONE ${timeZone})`;

/** SQL of the day in São Paulo, a `date`. */
export const dayIn = (moment: Sql): Sql => sql`${inSaoPaulo(moment)}::date`;

/** SQL condition, which an index on the moment serves. */
export const isOnDay = (moment: Sql, day: Day) =>
  sql<boolean>`(${moment} >= ${startsAt(sql`${day}::date`)} AND ${moment} < ${startsAt(sql`${day}::date + 1`)})`;

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
