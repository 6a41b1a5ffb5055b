import type { Db } from "~/platform/db.server";
import { asOwner } from "./as-owner";

type Write = "INSERT" | "UPDATE" | "DELETE";

/** Makes the database refuse writes of videos as if its disk were full. Returns a function that undoes it. */
export async function failWrites(
  db: Db,
  ...writes: [Write, condition: string][]
): Promise<() => Promise<void>> {
  await asOwner(
    db,
    `CREATE OR REPLACE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '53100'; END $$`,
  );
  for (const [write, condition] of writes)
    await asOwner(
      db,
      `CREATE TRIGGER planted_${write} BEFORE ${write} ON videos FOR EACH ROW
       WHEN (${condition}) EXECUTE FUNCTION planted()`,
    );
  return async () => {
    for (const [write] of writes) await asOwner(db, `DROP TRIGGER planted_${write} ON videos`);
  };
}
