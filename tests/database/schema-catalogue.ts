import type pg from "pg";

/** By kind and name, such as `function free_handle(name text)`: the definition as PostgreSQL prints it. */
export type SchemaCatalogue = Record<string, string>;

/** Each query returns the name of an object of the schema `public` and its whole definition. */
const kinds: Record<string, string> = {
  table: `
    SELECT relname::text AS name, concat_ws(' ', relkind, relpersistence, reloptions, relacl, relreplident,
      CASE WHEN relrowsecurity THEN 'row security' END, CASE WHEN relforcerowsecurity THEN 'forced' END) AS definition
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')`,
  column: `
    SELECT attrelid::regclass || '.' || attname AS name, concat_ws(' ', format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN 'NOT NULL' END, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attstorage,
      attcompression, attcollation::regcollation, CASE WHEN attstattarget >= 0 THEN 'STATISTICS ' || attstattarget END, attacl, attoptions) AS definition
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped`,
  function: `
    SELECT proname || '(' || oidvectortypes(proargtypes) || ')' AS name,
      concat_ws(' ', pg_get_functiondef(pg_proc.oid), (
        SELECT string_agg(concat_ws(' ', privilege_type, 'BY', CASE grantee WHEN 0 THEN 'PUBLIC' WHEN proowner THEN 'OWNER'
          ELSE grantee::regrole::text END), ' ' ORDER BY grantee)
        FROM aclexplode(coalesce(proacl, acldefault('f', proowner))))) AS definition
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  trigger: `
    SELECT tgname || ' ON ' || tgrelid::regclass AS name, pg_get_triggerdef(oid) || ' ' || tgenabled::text AS definition
    FROM pg_trigger WHERE NOT tgisinternal
      AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  view: `
    SELECT relname::text AS name, pg_get_viewdef(oid) AS definition
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')`,
  index: `
    SELECT indexrelid::regclass::text AS name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisclustered) AS definition
    FROM pg_index WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  // Those of columns that must be given are part of the column: PostgreSQL 18 names them after the column's first name.
  constraint: `
    SELECT conname || ' ON ' || conrelid::regclass AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
  sequence: `
    SELECT seqrelid::regclass::text AS name, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin,
      seqcache, seqcycle, (SELECT relacl FROM pg_class WHERE oid = seqrelid)) AS definition
    FROM pg_sequence WHERE seqrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  policy: `SELECT policyname || ' ON ' || tablename AS name, pg_policies::text AS definition
    FROM pg_policies WHERE schemaname = 'public'`,
  rule: `SELECT rulename || ' ON ' || tablename AS name, definition FROM pg_rules
    WHERE schemaname = 'public' AND rulename <> '_RETURN'`,
  statistics: `SELECT stxname::text AS name, pg_get_statisticsobjdef(oid) AS definition FROM pg_statistic_ext`,
  type: `
    SELECT typname::text AS name, concat_ws(' ', typtype, format_type(typbasetype, typtypmod),
      (SELECT string_agg(enumlabel, ', ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = pg_type.oid)) AS definition
    FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd', 'r')`,
  extension: "SELECT extname::text AS name, extversion AS definition FROM pg_extension",
};

/** Returns every object of the schema, without the migrator's own tables. Definitions that differ in white space alone are equal. */
export async function readSchemaCatalogue(client: pg.Client): Promise<SchemaCatalogue> {
  const parts = Object.entries(kinds).map(
    ([kind, query]) => `SELECT '${kind} ' || name AS name, definition FROM (${query}) AS ${kind}_`,
  );
  const { rows } = await client.query<{ name: string; definition: string }>(parts.join(" UNION ALL "));
  return Object.fromEntries(
    rows
      .filter(({ name }) => !name.includes("kysely_migration"))
      .map(({ name, definition }) => [name, definition.replaceAll(/\s+/g, " ").trim()] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Returns the names of the objects that one catalogue has otherwise than the other, or not at all. */
export function listDifferences(one: SchemaCatalogue, other: SchemaCatalogue): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name]);
}

/**
 * Returns, by name, the words that a definition had before and no longer has, and `dropped` for an object that is gone. A definition
 * that another object has now is not lost: it was renamed.
 */
export function listLosses(before: SchemaCatalogue, after: SchemaCatalogue): Record<string, string> {
  const added = new Set(Object.keys(after).flatMap((name) => (name in before ? [] : [after[name]])));
  return Object.fromEntries(
    Object.entries(before).flatMap(([name, definition]) => {
      if (added.has(definition) && definition !== after[name]) return [];
      const now = after[name];
      const lost = now === undefined ? "dropped" : subtractWords(definition, now);
      return lost === "" ? [] : [[name, lost]];
    }),
  );
}

function subtractWords(text: string, other: string): string {
  const rest = new Map<string, number>();
  for (const word of wordsOf(other)) rest.set(word, (rest.get(word) ?? 0) + 1);
  const lost = wordsOf(text).filter((word) => {
    const left = rest.get(word) ?? 0;
    rest.set(word, left - 1);
    return left <= 0;
  });
  return lost.join(" ");
}

const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? [];
