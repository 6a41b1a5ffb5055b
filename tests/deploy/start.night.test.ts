/** How the built server starts: with an invalid environment, without its database, without a schema. */
import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { findFreePort } from "../../dev/postgres/free-port";
import { migrateToLatest } from "../../migrations/migrate";
import { openDatabaseLine } from "../support/database-line";
import { makeBuild } from "../support/http-app";
import { nextMail, openMailbox } from "../support/mails";
import { makeConsumer } from "../support/people";
import { run } from "../support/supervised-server";
import { createEmptyDatabase } from "../support/test-database";
import { startTestWorld } from "../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld();
beforeAll(makeBuild, 400_000);

const start = (env: NodeJS.ProcessEnv) => run(["--enable-source-maps", "build/server.js"], env);

async function settings(databaseUrl: string): Promise<NodeJS.ProcessEnv & { APP_URL: string }> {
  const port = await findFreePort();
  const { env } = world.services;
  return {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: env.SESSION_SECRET,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL: env.STRIPE_API_URL,
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    SMTP_URL: mailbox.smtpUrl,
    STORAGE_DIR: env.STORAGE_DIR,
  };
}

const health = async (url: string) => {
  const answer = await fetch(`${url}/healthcheck`).catch(() => undefined);
  return answer && `${answer.status} ${(await answer.text()).trim()}`;
};
const untilHealth = (url: string, expected: string) =>
  vi.waitFor(async () => expect(await health(url)).toBe(expected), { timeout: 30_000, interval: 100 });

test("a start waits for an unavailable database with a message, and serves once it is available", {
  timeout: 120_000,
}, async () => {
  const line = await openDatabaseLine(world.services.env.DATABASE_URL);
  try {
    await line.cut();
    const env = await settings(line.through(world.services.env.DATABASE_URL));
    const server = start(env);
    await untilHealth(env.APP_URL, "503 database not answering");
    await vi.waitFor(() =>
      expect(server.printed()).toContain("the database does not answer (ECONNREFUSED); waiting"),
    );
    expect(server.printed()).not.toMatch(/\\n\s+at |\n\s+at /);
    await line.mend();
    await untilHealth(env.APP_URL, "200 ok");
    // The queue then runs.
    const ana = await makeConsumer(world);
    await addJob(world.services.db, "send-recovery-mail", {
      email: ana.email,
      locale: "pt",
      area: "learner",
    });
    await nextMail(mailbox, ana.email);
    await server.stop();
    const { rows } = await sql`SELECT id FROM job_runners`.execute(world.services.db);
    expect(rows).toEqual([]);
  } finally {
    await line.close();
  }
});

test("a server stops on a signal while its database is unavailable", { timeout: 120_000 }, async () => {
  const env = await settings("postgres://nobody@127.0.0.1:1/nothing");
  const server = start(env);
  await untilHealth(env.APP_URL, "503 database not answering");
  await server.stop();
});

test("a server on a database without the schema answers 503 with a message until it is migrated", {
  timeout: 120_000,
}, async () => {
  const database = await createEmptyDatabase("sabia_start_without_schema");
  try {
    const env = await settings(database.url);
    const server = start(env);
    await untilHealth(env.APP_URL, "503 the database has no schema of this release");
    await vi.waitFor(() =>
      expect(server.printed()).toContain("has no schema of this release: run the migrations"),
    );
    await migrateToLatest(database.url);
    await untilHealth(env.APP_URL, "200 ok");
    await server.stop();
  } finally {
    await database.drop();
  }
});
