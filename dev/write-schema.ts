/** `npm run schema`: rewrites `app/platform/schema.ts` and `docs/database-functions.md` after a new migration. */
import { writeFile } from "node:fs/promises";
import { migrateToLatest } from "../migrations/migrate";
import { describeFunctions } from "./database-functions";
import { generateSchema } from "./generate-schema";
import { startPostgres } from "./postgres/start-postgres";

const postgres = await startPostgres({ ephemeral: true });
try {
  await migrateToLatest(postgres.url);
  const file = new URL("../app/platform/schema.ts", import.meta.url);
  await writeFile(file, await generateSchema(postgres.url));
  await writeFile(new URL("../docs/database-functions.md", import.meta.url), await describeFunctions());
  console.log("app/platform/schema.ts and docs/database-functions.md are written.");
} finally {
  await postgres.stop();
}
