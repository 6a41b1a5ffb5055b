import { type RawBuilder, sql } from "kysely";
import { dayIn, inSaoPaulo } from "~/features/base/money/days.queries.server";
import type { CellKind } from "./sheet";

/** The kind and SQL of a column's value; null is allowed. Cents are whole numbers. */
export interface CellSource {
  holds: CellKind;
  value: RawBuilder<unknown>;
}

function selectCell({ holds, value }: CellSource): RawBuilder<unknown> {
  // JSON writes a date as "2026-11-21", faster than to_char.
  if (holds === "day") return dayIn(value);
  return holds === "moment" ? sql`to_char(${inSaoPaulo(value)}, 'YYYY-MM-DD HH24:MI')` : value;
}

/** SQL of a JSON array of `CellValue`. */
export function selectRow(cells: readonly CellSource[]): RawBuilder<unknown> {
  return sql`json_build_array(${sql.join(cells.map(selectCell))})`;
}
