import { migrateToLatest } from "./migrate.js";

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) {
  console.error("DATABASE_URL: missing");
  process.exit(1);
}
const applied = await migrateToLatest(databaseUrl);
console.log(applied.length > 0 ? `Migrated: ${applied.join(", ")}` : "The database is up to date.");
