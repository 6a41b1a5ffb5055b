import type { Db } from "~/platform/db.server";
import { asOwner } from "../../../support/as-owner";

/** Makes the database refuse writes of videos, as if its disk were full. Each: the write, and its condition on `NEW`. */
export async function failWrites(db: Db, ...writes: ["INSERT" | "UPDATE", string][]): Promise<void> {
  await asOwner(
    db,
    `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '53100'; END $$`,
  );
  for (const [write, condition] of writes)
    await asOwner(
      db,
      `CREATE TRIGGER planted_${write} BEFORE ${write} ON videos FOR EACH ROW
       WHEN (${condition}) EXECUTE FUNCTION planted()`,
    );
}
