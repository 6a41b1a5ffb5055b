import pg from "pg";
import { mayRewriteLedger } from "../../app/features/ledger/ledger-rights.queries.server";
import { openDatabase } from "../../app/platform/db.server";
import type { Env } from "../../app/platform/env.server";
import { isSchemaCurrent } from "../../app/platform/health.queries.server";
import { newestMigration } from "../../app/platform/schema";
import type { Finding } from "./finding";

const oldestVersion = 15;
const greatestSkewSeconds = 2;

/** Checks version, schema and rights of the database, and this machine's clock against the database's. */
export async function checkDatabase(env: Env): Promise<Finding[]> {
  const about = "Database";
  const { db, pool } = openDatabase(env.DATABASE_URL, () => {});
  try {
    const asked = Date.now();
    const { rows } = await pool.query<{ version: number; now: Date; role: string }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version, clock_timestamp() AS now, current_user AS role",
    );
    const middle = (asked + Date.now()) / 2;
    const row = rows[0];
    if (!row) throw new Error("an empty result");
    const findings: Finding[] = [
      row.version >= oldestVersion
        ? { level: "ok", about, text: `PostgreSQL ${row.version}, as ${row.role}` }
        : { level: "fail", about, text: `PostgreSQL ${row.version}: ${oldestVersion} or newer is needed` },
    ];
    const skew = Math.abs(row.now.getTime() - middle) / 1000;
    findings.push({
      level: skew > greatestSkewSeconds ? "warn" : "ok",
      about: "Clock",
      text: `${skew.toFixed(1)} s off the database's${skew > greatestSkewSeconds ? ": run NTP on both machines" : ""}`,
    });
    const current = await isSchemaCurrent(db).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError) return false;
      throw error;
    });
    if (!current) {
      findings.push({
        level: "fail",
        about: "Schema",
        text: `${newestMigration} is missing: run the migrations`,
      });
      return findings;
    }
    findings.push({ level: "ok", about: "Schema", text: newestMigration });
    findings.push(
      (await mayRewriteLedger(db))
        ? {
            level: "warn",
            about: "Rights",
            text: "the server's role owns the ledger and could change it: set DATABASE_OWNER_URL for the migrations",
          }
        : { level: "ok", about: "Rights", text: "the server cannot change the ledger's past" },
    );
    return findings;
  } finally {
    await db.destroy();
  }
}

/** Checks that the direct connection allows LISTEN, which a pooler in transaction mode does not. */
export async function checkDirectConnection(env: Env): Promise<Finding[]> {
  const about = "Direct connection";
  const client = new pg.Client({
    connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    const heard = new Promise<boolean>((resolve) => {
      client.once("notification", () => resolve(true));
      setTimeout(resolve, 2_000, false).unref();
    });
    await client.query("LISTEN sabia_doctor");
    await client.query("NOTIFY sabia_doctor");
    return (await heard)
      ? [{ level: "ok", about, text: "notices arrive" }]
      : [
          {
            level: "fail",
            about,
            text: "no notices arrive: set DATABASE_DIRECT_URL to a connection without a pooler",
          },
        ];
  } finally {
    await client.end();
  }
}

/** Checks that DATABASE_REPLICA_URL leads to a streaming replica of the database. Nothing is found where it is not set. */
export async function checkReplica(env: Env): Promise<Finding[]> {
  if (!env.DATABASE_REPLICA_URL) return [];
  const about = "Replica";
  const primary = openDatabase(env.DATABASE_URL, () => {});
  const replica = openDatabase(env.DATABASE_REPLICA_URL, () => {});
  try {
    const { rows: of } = await primary.pool.query<{ id: string }>(
      "SELECT system_identifier::text AS id FROM pg_control_system()",
    );
    const { rows } = await replica.pool.query<{ id: string; following: boolean }>(
      "SELECT system_identifier::text AS id, pg_is_in_recovery() AS following FROM pg_control_system()",
    );
    const isReplica = rows[0]?.following && rows[0].id === of[0]?.id;
    return isReplica
      ? [{ level: "ok", about, text: "a streaming replica of the database" }]
      : [{ level: "fail", about, text: "DATABASE_REPLICA_URL is no streaming replica of DATABASE_URL" }];
  } finally {
    await Promise.all([primary.db.destroy(), replica.db.destroy()]);
  }
}
