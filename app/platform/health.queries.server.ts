import { sql } from "kysely";
import type { Db } from "./db.server";

/** Whether the database answers. */
export async function pingDatabase(db: Db): Promise<boolean> {
  return sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
}
