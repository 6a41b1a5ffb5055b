import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { applicationRole, ensureApplicationRole } from "../../dev/postgres/application-role";
import { startPostgres } from "../../dev/postgres/start-postgres";
import { databaseUrl } from "../../dev/postgres/template-database";
import { migrateToLatest } from "../../migrations/migrate";
import { onServer } from "./on-server";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the database `postgres`, as its superuser: from here test files make databases of their own. */
    postgresUrl: string;
    /** Of the application's role, which every test file's own database is opened as. */
    applicationPassword: string;
    /** The migrated, empty database that every test file copies. */
    templateDatabase: string;
  }
}

const templateDatabase = "sabia_template";

/** Runs once before all test files: starts the PostgreSQL they share (about a second) and migrates the template. */
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
