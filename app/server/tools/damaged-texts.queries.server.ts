import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/platform/db.server";

export interface DamagedText {
  /** `table.column`. */
  column: string;
  /** The row's primary key. */
  row: string;
  text: string;
}

/**
 * Texts that forms show for editing, as `table.column`. Only these are repaired: payout details take effect by their
 * owner's decision, and history keeps what was written.
 */
const editable = {
  videos: ["title", "description", "outcomes"],
  creator_profiles: ["full_name", "bio"],
  consumer_profiles: ["full_name"],
  reviews: ["text", "reply"],
} as const;

interface TextColumn {
  table: string;
  column: string;
  key: string[];
}

/**
 * Returns rows whose texts, lists or JSON contain U+FFFD, up to `limit` of each column. Reads every table once per
 * column.
 */
export async function listDamagedTexts(db: Db, limit: number): Promise<DamagedText[]> {
  const { rows: columns } = await sql<TextColumn>`
    SELECT class.relname AS table, attribute.attname AS column, ARRAY(
        SELECT part.attname::text FROM pg_index AS index
        JOIN pg_attribute AS part ON part.attrelid = class.oid AND part.attnum = ANY(index.indkey)
        WHERE index.indrelid = class.oid AND index.indisprimary ORDER BY part.attnum) AS key
    FROM pg_class AS class JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
    WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r' AND attribute.attnum > 0
      AND attribute.attgenerated = '' AND attribute.atttypid IN ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
      AND has_column_privilege(class.oid, attribute.attnum, 'SELECT')
    ORDER BY 1, attribute.attnum`.execute(db);
  const found: DamagedText[] = [];
  for (const { table, column, key } of columns) {
    const text = sql`${sql.id(column)}::text`;
    const parts = key.length > 0 ? sql.join(key.map((part) => sql.id(part))) : sql`ctid`;
    const { rows } = await sql<{ row: string; text: string }>`
      SELECT concat_ws(' ', ${parts}) AS row, ${text} AS text FROM ${sql.id(table)}
      WHERE strpos(${text}, chr(65533)) > 0 ORDER BY 1 LIMIT ${limit}`.execute(db);
    found.push(...rows.map((row) => ({ column: `${table}.${column}`, ...row })));
  }
  return found;
}

/**
 * Removes U+FFFD from texts that forms show for editing. The renderer wrote NUL bytes beside characters and lost none,
 * so what remains is the text as it was before. Texts without any other character stay. Returns the changed texts.
 */
export async function repairDamagedTexts(db: Db): Promise<DamagedText[]> {
  const changed: DamagedText[] = [];
  for (const [table, columns] of Object.entries(editable)) {
    for (const column of columns) {
      const name = sql.id(column);
      const repaired: RawBuilder<unknown> =
        column === "outcomes"
          ? sql`ARRAY(SELECT replace(item, chr(65533), '') FROM unnest(outcomes) WITH ORDINALITY AS t(item, at) ORDER BY at)`
          : sql`replace(${name}, chr(65533), '')`;
      const { rows } = await sql<{ row: string; text: string }>`
        UPDATE ${sql.id(table)} SET ${name} = ${repaired}
        WHERE strpos(${name}::text, chr(65533)) > 0 AND translate(${name}::text, chr(65533) || '{}", ', '') <> ''
        RETURNING id::text AS row, ${name}::text AS text`.execute(db);
      changed.push(...rows.map((row) => ({ column: `${table}.${column}`, ...row })));
    }
  }
  return changed;
}
