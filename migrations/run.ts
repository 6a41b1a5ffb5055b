import { migrateToLatest } from "./migrate.js";
import { DatabaseAway, waitForDatabase } from "./wait-for-database.js";

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) {
  console.error("DATABASE_URL: missing");
  process.exit(1);
}
try {
  await waitForDatabase(databaseUrl, {
    onWait: (reason) => console.error(`The database does not answer yet (${reason}): waiting.`),
  });
} catch (error) {
  if (!(error instanceof DatabaseAway)) throw error;
  console.error(error.message);
  process.exit(1);
}
const applied = await migrateToLatest(databaseUrl);
console.log(applied.length > 0 ? `Migrated: ${applied.join(", ")}` : "The database is up to date.");
