import { sql } from "kysely";
import type { Db } from "../db.server";
import { newestMigration } from "../schema";

export type DatabaseState = { state: "ready" } | { state: "noSchema" } | { state: "away"; reason: string };

/** PostgreSQL's codes of a missing table or schema. */
const missingCodes = ["42P01", "3F000"];

/** Returns whether the database answers and has the schema of this release. Never rejects. */
export async function checkDatabase(db: Db): Promise<DatabaseState> {
  try {
    return { state: (await isSchemaCurrent(db)) ? "ready" : "noSchema" };
  } catch (error) {
    if (error instanceof Error && "code" in error && missingCodes.includes(String(error.code)))
      return { state: "noSchema" };
    return { state: "away", reason: reasonOf(error) };
  }
}

/**
 * Returns whether this release's newest migration is applied, with the job queue, which is made after it. It also is on
 * a newer schema: the previous release runs on it while a deployment replaces the processes. Rejects when the database
 * is away or was never migrated.
 */
export async function isSchemaCurrent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ current: boolean }>`
    SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL
      AND EXISTS (SELECT FROM kysely_migration WHERE name = ${newestMigration}) AS current`.execute(db);
  return rows[0]?.current ?? false;
}

function reasonOf(error: unknown): string {
  // "localhost" has two addresses, each with its own error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return "unknown";
  return "code" in first && typeof first.code === "string" ? first.code : first.message;
}
