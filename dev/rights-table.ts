import type pg from "pg";

const begin = "<!-- rights: written by `npm run rights` -->";
const end = "<!-- end of the rights -->";

interface Rights {
  name: string;
  /** SELECT, UPDATE, DELETE on the whole table; INSERT of any column. */
  rights: string[];
  /** The columns that a new row cannot set. */
  unset: string[];
  /** The columns that may change, where not all may; and those that may not. */
  free: string[];
  fixed: string[];
}

/**
 * Returns `docs/security.md` with its table of rights replaced by what the database grants. Throws when the marks are
 * missing.
 */
export async function replaceRights(text: string, client: pg.Client, role: string): Promise<string> {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error("docs/security.md has lost the marks around its table of rights");
  return `${text.slice(0, from)}${begin}\n\n${writeTable(await readRights(client, role))}\n\n${text.slice(to)}`;
}

async function readRights(client: pg.Client, role: string): Promise<Rights[]> {
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
  return rows;
}

const isFileReceived = ({ rights, unset }: Rights) => rights.length === 4 && unset.length === 0;

function writeTable(rows: readonly Rights[]): string {
  const columns = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  const changes = ({ rights, free, fixed }: Rights) => {
    if (rights.includes("UPDATE")) return "all columns";
    if (free.length === 0) return "nothing";
    return free.length <= fixed.length ? columns(free) : `all columns but ${columns(fixed)}`;
  };
  const lines = rows
    .filter((row) => !isFileReceived(row))
    .map((row) => {
      const rest = row.rights
        .filter((right) => right !== "UPDATE")
        .map((right) =>
          right === "INSERT" && row.unset.length > 0 ? `INSERT all but ${columns(row.unset)}` : right,
        )
        .join(", ");
      return `| \`${row.name}\` | ${rest} | ${changes(row)} |`;
    });
  const free = columns(rows.filter(isFileReceived).map(({ name }) => name));
  return [
    "| Table | Rights | May change |",
    "| --- | --- | --- |",
    ...lines,
    "",
    `Every right on: ${free}.`,
  ].join("\n");
}
