/**
 * `npm run rights`: rewrites the table of rights in `docs/security.md` after `application-role.ts` or the schema has
 * changed.
 */
import { readFile, writeFile } from "node:fs/promises";
import pg from "pg";
import { migrateToLatest } from "../migrations/migrate";
import { applicationRole, ensureApplicationRole } from "./postgres/application-role";
import { startPostgres } from "./postgres/start-postgres";
import { replaceRights } from "./rights-table";

const postgres = await startPostgres({ ephemeral: true });
try {
  await ensureApplicationRole(postgres.url, "rights");
  await migrateToLatest(postgres.url, applicationRole);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const file = new URL("../docs/security.md", import.meta.url);
  await writeFile(file, await replaceRights(await readFile(file, "utf8"), client, applicationRole));
  await client.end();
  console.log("docs/security.md is written.");
} finally {
  await postgres.stop();
}
