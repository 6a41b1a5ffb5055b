/** Searches all that a world keeps: every column of every table, and every stored file with its name. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "~/platform/db.server";

/** The forms in which a text may be stored. */
function formsOf(text: string): string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
  const spoken = [text, plain].flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
  const encoded = spoken.flatMap((form) => [
    encodeURIComponent(form),
    Buffer.from(form).toString("hex"),
    ...base64Inside(form),
  ]);
  return [...new Set([...spoken, ...encoded])].map((form) => form.toLowerCase());
}

/** Base64 of a text differs by where it is in the whole: the middle part of each of the three. */
export function base64Inside(text: string): string[] {
  if (text.length < 8) return [];
  return [0, 1, 2].map((before) =>
    Buffer.from(" ".repeat(before) + text)
      .toString("base64")
      .slice(before === 0 ? 0 : 4, -4),
  );
}

/**
 * Returns "schema.table: row" of every row that contains one of the texts in any column, also as bytes, in any case,
 * without accents, in a URL or as base64. `owner`: sees every table.
 */
export async function searchDatabase(owner: Database, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.flatMap(formsOf);
  const tables = await sql<{ name: string }>`
    SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'm') AND nspname <> 'information_schema' AND nspname !~ '^pg_'`.execute(
    owner,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM ${sql.raw(name)} AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest(${wanted}::text[]) AS text WHERE strpos(lower(row), text) > 0)`.execute(
      owner,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** Returns the paths of the stored files that contain one of the texts, or have it in their path. */
export async function searchFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.flatMap(formsOf);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    const content = `${path.slice(folder.length)}\n${await readFile(path, "latin1")}`.toLowerCase();
    const utf8 = Buffer.from(content, "latin1").toString("utf8");
    if (wanted.some((text) => content.includes(text) || utf8.includes(text))) found.push(path);
  }
  return found;
}
