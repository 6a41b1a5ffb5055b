import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { applicationRole, ensureApplicationRole } from "../../dev/postgres/application-role";
import { startPostgres } from "../../dev/postgres/start-postgres";
import { databaseUrl } from "../../dev/postgres/template-database";
import { migrateToLatest } from "../../migrations/migrate";
import { onServer } from "./on-server";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the database `postgres`, as its superuser: test files create their databases with it. */
    postgresUrl: string;
    /** Password of the application's role, which opens every test database. */
    applicationPassword: string;
    /** The migrated, empty database that every test file copies. */
    templateDatabase: string;
  }
}

const templateDatabase = "sabia_template";

/** Runs once before all test files: starts the shared PostgreSQL (about a second) and migrates the template. */
export default async function globalSetup(project: TestProject) {
  const postgres = await startPostgres({ ephemeral: true });
  const applicationPassword = randomBytes(24).toString("hex");
  try {
    await onServer(postgres.url, (client) => client.query(`CREATE DATABASE ${templateDatabase}`));
    await ensureApplicationRole(postgres.url, applicationPassword);
    await migrateToLatest(databaseUrl(postgres.url, templateDatabase), applicationRole);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  project.provide("postgresUrl", postgres.url);
  project.provide("applicationPassword", applicationPassword);
  project.provide("templateDatabase", templateDatabase);
  return () => postgres.stop();
}
