import { type RawBuilder, sql } from "kysely";
import { guard, lineEnd, runningSigns, separator, timeFormats } from "./csv";
import { type CellKind, missing } from "./sheet";

export type SheetFormat = "xlsx" | "csv";

/** A column of a query: what it holds, and the SQL of its value, which may be null. Cents are whole numbers. */
export interface CellSource {
  holds: CellKind;
  value: RawBuilder<unknown>;
  /** The same as people write it, where the value itself would need the guard of csv.ts. */
  asWritten?: RawBuilder<unknown>;
}

const signs = sql.join(runningSigns.map((sign) => sql.lit(sign.codePointAt(0) ?? 0)));

/** `guardText` of csv.ts, as SQL. */
function guarded({ value, asWritten = value }: CellSource): RawBuilder<unknown> {
  const runs = sql`ascii(${asWritten}) IN (${signs}) AND ${asWritten} <> ${sql.lit(missing)}`;
  return sql`CASE WHEN coalesce(${asWritten}, '') = '' THEN ${sql.lit(missing)}
    WHEN ${runs} THEN ${sql.lit(guard)} || ${asWritten} ELSE ${asWritten} END`;
}

/** `formatCsvRow` of csv.ts, as SQL: a test compares the two. */
function csvCell(source: CellSource): RawBuilder<unknown> {
  const { holds, value } = source;
  switch (holds) {
    case "text":
      return sql`'"' || replace(${guarded(source)}, '"', '""') || '"'`;
    case "cents":
      return sql`coalesce(translate((${value} / 100.0)::numeric(20, 2)::text, '.', ','), ${sql.lit(missing)})`;
    default:
      return sql`coalesce(${inSaoPaulo(value, timeFormats[holds])}, ${sql.lit(missing)})`;
  }
}

/**
 * A cell as the workbook's thread takes it (`CellValue`). Text has the guard here too: a program that saves a workbook
 * as CSV writes the bare text, whatever the cell's type or `quotePrefix` says (docs/decisions/0045).
 */
function workbookCell(source: CellSource): RawBuilder<unknown> {
  const { holds, value } = source;
  if (holds === "text") return guarded(source);
  if (holds === "cents") return value;
  return inSaoPaulo(value, holds === "day" ? "YYYY-MM-DD" : "YYYY-MM-DD HH24:MI");
}

/** Its clock, named: what was before 2019 had a summer time. */
const inSaoPaulo = (value: RawBuilder<unknown>, format: string) =>
  sql`to_char(${value} AT TIME ZONE 'America/Sao_Paulo', ${sql.lit(format)})`;

/** A row as the database writes it: an array in JSON for a workbook, a line for CSV. */
export function writeLine(format: SheetFormat, cells: readonly CellSource[]): RawBuilder<unknown> {
  if (format === "xlsx") return sql`json_build_array(${sql.join(cells.map(workbookCell))})`;
  return sql.join(cells.map(csvCell), sql` || ${sql.lit(separator)} || `);
}

/** All rows of a statement in one text: null where there is none. */
export function writeWhole(format: SheetFormat): RawBuilder<string | null> {
  if (format === "xlsx") return sql`json_agg(line)::text`;
  return sql`string_agg(line, ${sql.lit(lineEnd)}) || ${sql.lit(lineEnd)}`;
}
