import type { InsertObject, Kysely, Selectable, UpdateObject } from "kysely";
import type { Db } from "~/platform/db.server";
import type { DB } from "~/platform/schema";

/** The statements that tests repeat: rows are named by the values of their columns. */

type Table = keyof DB & string;
type Row<T extends Table> = Selectable<DB[T]>;
/** A list means any of its values. */
type Where<T extends Table> = { [C in keyof Row<T>]?: Row<T>[C] | readonly Row<T>[C][] };
type Columns<T extends Table> = readonly (keyof Row<T> & string)[];
type Read<T extends Table, C extends Columns<T>> = C["length"] extends 0 ? Row<T> : Pick<Row<T>, C[number]>;

/** Without types: those of the functions below say which columns there are. */
const untyped = (db: Db) => db as unknown as Kysely<{ [table: string]: { [column: string]: unknown } }>;

function operatorOf(value: unknown): "=" | "in" | "is" {
  if (value === null) return "is";
  return Array.isArray(value) ? "in" : "=";
}

/** The given columns, or all, of the rows with these values, in any order. */
export function readRows<T extends Table, const C extends Columns<T>>(
  db: Db,
  table: T,
  where: Where<T> = {},
  ...columns: C
): Promise<Read<T, C>[]> {
  return readInOrder(db, table, where, [], ...columns);
}

/** The same, ascending by some columns. */
export async function readInOrder<T extends Table, const C extends Columns<T>>(
  db: Db,
  table: T,
  where: Where<T>,
  order: Columns<T>,
  ...columns: C
): Promise<Read<T, C>[]> {
  const from = untyped(db).selectFrom(table as string);
  let query = columns.length > 0 ? from.select([...columns]) : from.selectAll();
  for (const [column, value] of Object.entries(where)) query = query.where(column, operatorOf(value), value);
  for (const column of order) query = query.orderBy(column);
  return (await query.execute()) as unknown as Read<T, C>[];
}

/** Throws if there is no such row. */
export async function readRow<T extends Table, const C extends Columns<T>>(
  db: Db,
  table: T,
  where: Where<T>,
  ...columns: C
): Promise<Read<T, C>> {
  const row = await findRow(db, table, where, ...columns);
  if (!row) throw new Error(`no row of ${table}`);
  return row;
}

export async function findRow<T extends Table, const C extends Columns<T>>(
  db: Db,
  table: T,
  where: Where<T>,
  ...columns: C
): Promise<Read<T, C> | undefined> {
  return (await readRows(db, table, where, ...columns))[0];
}

/** Changes the rows with these values. */
export async function setRows<T extends Table>(
  db: Db,
  table: T,
  where: Where<T>,
  values: UpdateObject<DB, T>,
): Promise<void> {
  let query = untyped(db)
    .updateTable(table as string)
    .set(values as Record<string, unknown>);
  for (const [column, value] of Object.entries(where)) query = query.where(column, operatorOf(value), value);
  await query.execute();
}

export async function addRows<T extends Table>(
  db: Db,
  table: T,
  rows: InsertObject<DB, T> | readonly InsertObject<DB, T>[],
): Promise<void> {
  await untyped(db)
    .insertInto(table as string)
    .values(rows as Record<string, unknown>)
    .execute();
}

/** Returns the id of the row that it adds. */
export async function addRow<T extends Table>(
  db: Db,
  table: T,
  row: InsertObject<DB, T>,
): Promise<DB[T] extends { id: unknown } ? { id: Row<T> extends { id: infer Id } ? Id : never } : never> {
  const added = await untyped(db)
    .insertInto(table as string)
    .values(row as Record<string, unknown>)
    .returning("id")
    .executeTakeFirstOrThrow();
  return added as never;
}
