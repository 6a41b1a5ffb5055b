import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { applicationRole, ensureApplicationRole } from "../../dev/postgres/application-role";
import { onServer } from "../../dev/postgres/on-server";
import { type LocalPostgres, startPostgres } from "../../dev/postgres/start-postgres";
import { databaseUrl } from "../../dev/postgres/template-database";
import { migrateToLatest } from "../../migrations/migrate";

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

interface Shared {
  postgres: LocalPostgres;
  applicationPassword: string;
}

/** Projects of vitest.config.ts share one PostgreSQL; each of them loads this module anew. */
const everyProject = globalThis as { sabiaTestPostgres?: { users: number; shared: Promise<Shared> } };

/**
 * Runs once for each project before its files. The first starts PostgreSQL (about a second) and migrates the template.
 */
export default async function globalSetup(project: TestProject) {
  everyProject.sabiaTestPostgres ??= { users: 0, shared: startShared() };
  const using = everyProject.sabiaTestPostgres;
  using.users += 1;
  const { postgres, applicationPassword } = await using.shared;
  project.provide("postgresUrl", postgres.url);
  project.provide("applicationPassword", applicationPassword);
  project.provide("templateDatabase", templateDatabase);
  return async () => {
    using.users -= 1;
    if (using.users === 0) await postgres.stop();
  };
}

async function startShared(): Promise<Shared> {
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
  return { postgres, applicationPassword };
}
