import type { TestProject } from "vitest/node";
import { startPostgres } from "../../dev/postgres/start-postgres";
import { databaseUrl } from "../../dev/postgres/template-database";
import { migrateToLatest } from "../../migrations/migrate";
import { onServer } from "./on-server";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the database `postgres`, as its superuser: from here test files make databases of their own. */
    postgresUrl: string;
    /** The migrated, empty database that every test file copies. */
    templateDatabase: string;
  }
}

const templateDatabase = "sabia_template";

/** Runs once before all test files: starts the PostgreSQL they share (about a second) and migrates the template. */
export default async function globalSetup(project: TestProject) {
  const postgres = await startPostgres({ ephemeral: true });
  try {
    await onServer(postgres.url, (client) => client.query(`CREATE DATABASE ${templateDatabase}`));
    await migrateToLatest(databaseUrl(postgres.url, templateDatabase));
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  project.provide("postgresUrl", postgres.url);
  project.provide("templateDatabase", templateDatabase);
  return () => postgres.stop();
}
