/** `npm run rights`: rewrites `tests/database/rights.txt` after `application-role.ts` or the schema has changed. */
import { writeFile } from "node:fs/promises";
import pg from "pg";
import { migrateToLatest } from "../migrations/migrate";
import { applicationRole, ensureApplicationRole } from "./postgres/application-role";
import { startPostgres } from "./postgres/start-postgres";
import { listRights } from "./rights-table";

const postgres = await startPostgres({ ephemeral: true });
try {
  await ensureApplicationRole(postgres.url, "rights");
  await migrateToLatest(postgres.url, applicationRole);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const file = new URL("../tests/database/rights.txt", import.meta.url);
  await writeFile(file, await listRights(client, applicationRole));
  await client.end();
  console.log("tests/database/rights.txt is written.");
} finally {
  await postgres.stop();
}
