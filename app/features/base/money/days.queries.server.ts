import { type RawBuilder, sql } from "kysely";
import type { Day } from "./days";

type Sql = RawBuilder<unknown>;

/** Named, not an offset: Brazil had a summer time until 2019. */
const timeZone = sql.lit("America/Sao_Paulo");

/** Returns the SQL of the moment at which a `date` begins in São Paulo. */
export const startsAt = (day: Sql): Sql => sql`((${day})::timestamp AT TIME ZONE ${timeZone})`;

/** Returns the SQL of a moment as São Paulo's clock shows it, a `timestamp`. */
export const inSaoPaulo = (moment: Sql): Sql => sql`(${moment} AT TIME ZONE ${timeZone})`;

/** Returns the SQL of a moment's day in São Paulo, a `date`. */
export const dayIn = (moment: Sql): Sql => sql`${inSaoPaulo(moment)}::date`;

/** Returns the SQL condition that a moment is on a day in São Paulo. An index on the moment serves it. */
export const isOnDay = (moment: Sql, day: Day) =>
  sql<boolean>`(${moment} >= ${startsAt(sql`${day}::date`)} AND ${moment} < ${startsAt(sql`${day}::date + 1`)})`;
