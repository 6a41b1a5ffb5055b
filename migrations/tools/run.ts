import { migrateToLatest } from "../migrate.js";
import { MigrationRefused } from "./migration-refused.js";
import { requireTwoPeople } from "./two-people.js";
import { waitForDatabase } from "./wait-for-database.js";

const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl } = process.env;
if (!databaseUrl) {
  console.error("DATABASE_URL: missing");
  process.exit(1);
}
if (!ownerUrl) {
  console.warn(
    "DATABASE_OWNER_URL is not set: the server's role owns the tables and could change the ledger.",
  );
}
const role = ownerUrl ? decodeURIComponent(new URL(databaseUrl).username) : undefined;
const say = (text: string) => console.error(text);
try {
  await waitForDatabase(ownerUrl || databaseUrl, {
    onWait: (reason) => say(`The database does not answer yet (${reason}): waiting.`),
  });
  const applied = await migrateToLatest(ownerUrl || databaseUrl, role, { onWait: say });
  await requireTwoPeople(ownerUrl || databaseUrl, process.env.PAYOUT_TWO_PEOPLE === "1");
  console.log(applied.length > 0 ? `Migrated: ${applied.join(", ")}` : "The database is up to date.");
} catch (error) {
  if (!(error instanceof MigrationRefused)) throw error;
  say(error.message);
  process.exitCode = 1;
}
