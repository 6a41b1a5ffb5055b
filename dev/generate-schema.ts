import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { migrations } from "../migrations/index";
import { onServer } from "./postgres/on-server";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "..");

interface ListedColumn {
  table: string;
  column: string;
  nullable: boolean;
  has_default: boolean;
  definition: string;
}

const listedColumns = `
  SELECT conrelid::regclass::text AS "table", attname AS column, NOT attnotnull AS nullable, atthasdef AS has_default,
    pg_get_constraintdef(pg_constraint.oid) AS definition
  FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
  WHERE contype = 'c' AND cardinality(conkey) = 1 AND connamespace = 'public'::regnamespace`;

/** `CHECK (column IN (…))` as PostgreSQL prints it; undefined for any other constraint. */
function parseListedValues({ column, definition }: ListedColumn): string[] | undefined {
  const values = /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[(.+)\]\)|('[^']*'::text))\)\)(?: NOT VALID)?$/.exec(
    definition,
  );
  if (values?.[1] !== column) return undefined;
  return (values[2] ?? values[3])?.split(", ").map((value) => value.replace(/^'([^']*)'::text$/, "$1"));
}

/** By "table.column". */
async function readUnions(databaseUrl: string): Promise<Record<string, string>> {
  const { rows } = await onServer(databaseUrl, (client) => client.query<ListedColumn>(listedColumns));
  return Object.fromEntries(
    rows.flatMap((row) => {
      const values = parseListedValues(row);
      if (!values) return [];
      const literals = values.map((value) => JSON.stringify(value));
      const union = [...literals, ...(row.nullable ? ["null"] : [])].join(" | ");
      return [[`${row.table}.${row.column}`, row.has_default ? `Generated<${union}>` : union]];
    }),
  );
}

/** Tables by kysely-codegen, unions of CHECK constraints, the newest migration. Needs a migrated database. */
export async function generateSchema(databaseUrl: string): Promise<string> {
  const generator = join(root, "node_modules/kysely-codegen/dist/cli/bin.js");
  const overrides = JSON.stringify({ columns: await readUnions(databaseUrl) });
  const options = [`--url=${databaseUrl}`, "--print", "--log-level=error", `--overrides=${overrides}`];
  const { stdout: generated } = await run(process.execPath, [generator, ...options], { cwd: root });
  const newest = Object.keys(migrations).sort().at(-1);
  const tables = generated
    .trim()
    .replace(/ *\/\*\*\n *\* data: \w+\n *\*\/\n/g, "")
    .replace(/\* data: \w+\. /g, "* ");
  return `${tables}\n\n/** The schema version of this release. */\nexport const newestMigration = ${JSON.stringify(newest)};\n`;
}
