import { type RawBuilder, sql } from "kysely";
import type { Day } from "~/i18n/days";

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
