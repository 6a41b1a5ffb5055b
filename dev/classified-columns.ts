import type { DataKind } from "../app/features/entrance/privacy/data-kinds";

/** `kind`: of the column's comment (`data: account`), or `reference` to an account; `undecided`: may hold text. */
export interface ClassifiedColumn {
  table: string;
  column: string;
  kind: DataKind | "none" | null;
  undecided: boolean;
}

const isReference = `EXISTS (SELECT FROM pg_constraint WHERE conrelid = attrelid AND contype = 'f'
  AND conkey = ARRAY[attnum] AND confrelid = 'users'::regclass)`;

/** One of a list of values, or the key of another row. */
const isBounded = `EXISTS (SELECT FROM pg_constraint WHERE conrelid = attrelid AND conkey[1] = attnum AND (contype = 'f'
  OR (contype = 'c' AND cardinality(conkey) = 1 AND pg_get_constraintdef(oid) ~ '^CHECK \\(\\(\\w+ = (ANY|'')')))`;

const kind = `coalesce(substring(col_description(attrelid, attnum) FROM '^data: (\\w+)'),
  CASE WHEN ${isReference} THEN 'reference' END)`;

export const listClassifiedColumns = `
  SELECT relname AS "table", attname::text AS "column", ${kind} AS kind,
    ${kind} IS NULL AND format_type(atttypid, NULL) ~ '^(text|character|json|bytea|inet)' AND NOT ${isBounded} AS undecided
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
    AND relname NOT LIKE 'kysely\\_%' ORDER BY relname, attnum`;

export function isPersonal({ kind }: ClassifiedColumn): boolean {
  return kind !== null && kind !== "none";
}
