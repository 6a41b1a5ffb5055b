/** `npm run schema`: writes `app/platform/schema.ts` anew after a migration was added. */
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
