import { migrateToLatest } from "../../migrations/migrate";
import { applicationRole, ensureApplicationRole } from "./application-role";
import { startPostgres } from "./start-postgres";

/** `work` gets the address of a migrated database, as its owner, which is removed afterwards. */
export async function onNewDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = await startPostgres({ ephemeral: true });
  try {
    await ensureApplicationRole(server.url, "unused");
    await migrateToLatest(server.url, applicationRole);
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
