import { migrateToLatest } from "../migrate.js";
import { ForeignTables } from "./application-role.js";
import { requireTwoPeople } from "./two-people.js";
import { DatabaseAway, waitForDatabase } from "./wait-for-database.js";

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
try {
  await waitForDatabase(ownerUrl || databaseUrl, {
    onWait: (reason) => console.error(`The database does not answer yet (${reason}): waiting.`),
  });
} catch (error) {
  if (!(error instanceof DatabaseAway)) throw error;
  console.error(error.message);
  process.exit(1);
}
const applied = await migrateToLatest(ownerUrl || databaseUrl, role, undefined, (failure) =>
  console.error(`A table is in use (${failure}): trying again.`),
).catch((error: unknown) => {
  if (!(error instanceof ForeignTables)) throw error;
  console.error(error.message);
  process.exit(1);
});
await requireTwoPeople(ownerUrl || databaseUrl, process.env.PAYOUT_TWO_PEOPLE === "1");
console.log(applied.length > 0 ? `Migrated: ${applied.join(", ")}` : "The database is up to date.");
