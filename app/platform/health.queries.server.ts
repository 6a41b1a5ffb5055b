import { sql } from "kysely";
import type { Db } from "./db.server";
import { newestMigration } from "./schema";

export type DatabaseState = { state: "ready" } | { state: "noSchema" } | { state: "away"; reason: string };

/** The tables of the first migration, of the last migration of this release that creates any, and of the job queue. */
const landmarks = ["public.users", "public.job_runners", "graphile_worker._private_jobs"];

/** Returns whether the database answers and has the schema of this release. Never rejects. */
export async function checkDatabase(db: Db): Promise<DatabaseState> {
  try {
    const { rows } = await sql<{ ready: boolean }>`
      SELECT bool_and(to_regclass(name) IS NOT NULL) AS ready FROM unnest(${sql.val(landmarks)}::text[]) AS name`.execute(
      db,
    );
    return { state: rows[0]?.ready ? "ready" : "noSchema" };
  } catch (error) {
    return { state: "away", reason: reasonOf(error) };
  }
}

/**
 * Returns whether this release's newest migration is applied. It also is on a newer schema: the previous release
 * runs on it while a deployment replaces the processes. Rejects when the database is away or was never migrated.
 */
export async function isSchemaCurrent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ current: boolean }>`
    SELECT EXISTS (SELECT FROM kysely_migration WHERE name = ${newestMigration}) AS current`.execute(db);
  return rows[0]?.current ?? false;
}

function reasonOf(error: unknown): string {
  // "localhost" has two addresses, each with its own error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return "unknown";
  return "code" in first && typeof first.code === "string" ? first.code : first.message;
}
