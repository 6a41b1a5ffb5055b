import type pg from "pg";

interface Rights {
  name: string;
  /** SELECT, UPDATE, DELETE on the whole table; INSERT of any column. */
  rights: string[];
  /** Columns that a new row cannot set. */
  unset: string[];
  /** Columns that may change, where not all may; and those that may not. */
  free: string[];
  fixed: string[];
}

export async function listRights(client: pg.Client, role: string): Promise<string> {
  const { rows } = await client.query<Rights>(
    `SELECT relname AS name,
       ARRAY(SELECT kind FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS kind
         WHERE CASE kind WHEN 'INSERT' THEN has_any_column_privilege($1, pg_class.oid, kind)
           ELSE has_table_privilege($1, pg_class.oid, kind) END) AS rights,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
         AND NOT has_column_privilege($1, attrelid, attnum, 'INSERT') ORDER BY attnum) AS unset,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
         AND has_column_privilege($1, attrelid, attnum, 'UPDATE') ORDER BY attnum) AS free,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
         AND NOT has_column_privilege($1, attrelid, attnum, 'UPDATE') ORDER BY attnum) AS fixed
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`,
    [role],
  );
  return writeRights(rows);
}

const hasEveryRight = ({ rights, unset }: Rights) => rights.length === 4 && unset.length === 0;

function writeRights(rows: readonly Rights[]): string {
  const lines = rows.map((row) => {
    if (hasEveryRight(row)) return `${row.name}: every right`;
    const insert = row.unset.length > 0 ? `INSERT all but ${row.unset.join(", ")}` : "INSERT";
    const rights = row.rights
      .filter((right) => right !== "UPDATE")
      .map((right) => (right === "INSERT" ? insert : right));
    return `${row.name}: ${rights.join(", ")}; changes ${changesOf(row)}`;
  });
  return `${lines.join("\n")}\n`;
}

function changesOf({ rights, free, fixed }: Rights): string {
  if (rights.includes("UPDATE")) return "all columns";
  if (free.length === 0) return "nothing";
  return free.length <= fixed.length ? free.join(", ") : `all columns but ${fixed.join(", ")}`;
}
