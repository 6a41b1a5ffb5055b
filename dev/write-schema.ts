/** `npm run schema`: rewrites `app/platform/schema.ts` after a new migration. */
import { writeFile } from "node:fs/promises";
import { migrateToLatest } from "../migrations/migrate";
import { generateSchema } from "./generate-schema";
import { startPostgres } from "./postgres/start-postgres";

const postgres = await startPostgres({ ephemeral: true });
try {
  await migrateToLatest(postgres.url);
  const file = new URL("../app/platform/schema.ts", import.meta.url);
  await writeFile(file, await generateSchema(postgres.url));
  console.log("app/platform/schema.ts is written.");
} finally {
  await postgres.stop();
}
