import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import pg from "pg";
import { mayRewriteLedger } from "../../app/features/money/ledger/ledger-proof.queries.server";
import { readTwoPeopleSettings } from "../../app/features/money/ledger/second-person.queries.server";
import { type Database, openDatabase } from "../../app/platform/db.server";
import { type Env, listDataSecrets } from "../../app/platform/env.server";
import {
  checkDataKey,
  type DatabaseRights,
  isSchemaCurrent,
  readDatabaseRights,
} from "../../app/platform/health/health.queries.server";
import { newestMigration } from "../../app/platform/schema";
import { createSecretBox } from "../../app/platform/secrets.server";
import {
  readLadderFigures,
  readStalledSeconds,
  stalledAfterSeconds,
} from "../../app/server/metrics/figures.queries.server";
import { explainUnknownHistory } from "../../migrations/migrate";
import { listMissingGrants } from "../../migrations/tools/application-role";
import { onServer } from "../postgres/on-server";
import { about, type Finding } from "./finding";

const oldestVersion = 15;
const greatestSkewSeconds = 2;

/** Version, schema, rights, and this machine's clock against the database's. */
export async function checkDatabase(env: Env): Promise<Finding[]> {
  const { ok, fail } = about("Database");
  const { db, pool } = openDatabase(env.DATABASE_URL, () => {});
  try {
    const asked = Date.now();
    const { rows } = await pool.query<{ version: number; now: Date; role: string }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version, clock_timestamp() AS now, current_user AS role",
    );
    const middle = (asked + Date.now()) / 2;
    const row = rows[0];
    if (!row) throw new Error("an empty result");
    const findings =
      row.version >= oldestVersion
        ? ok(`PostgreSQL ${row.version}, as ${row.role}`)
        : fail(`PostgreSQL ${row.version}: ${oldestVersion} or newer is needed`);
    const skew = Math.abs(row.now.getTime() - middle) / 1000;
    const clock = about("Clock");
    const off = `${skew.toFixed(1)} s off the database's`;
    findings.push(
      ...(skew > greatestSkewSeconds ? clock.warn(`${off}: run NTP on both machines`) : clock.ok(off)),
      ...(await compareConnections(pool, env)),
      ...describeRights(await readDatabaseRights(db), row.role),
    );
    const current = await isSchemaCurrent(db).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError) return false;
      throw error;
    });
    if (!current) {
      const unknown = await explainUnknownHistory(pool).catch(() => undefined);
      const text = unknown ?? `${newestMigration} is missing: run the migrations`;
      return [...findings, ...about("Schema").fail(text)];
    }
    const rights = about("Rights");
    return [
      ...findings,
      ...about("Schema").ok(newestMigration),
      ...describeGrants(row.role, await listMissingGrants(pool)),
      ...(await describeQueue(db)),
      ...(await describeLadders(db)),
      ...(await examineDataKey(db, env)),
      ...(await compareTwoPeople(db, env)),
      ...((await mayRewriteLedger(db))
        ? rights.warn(
            "the server's role owns the ledger and could change it: set DATABASE_OWNER_URL for the migrations",
          )
        : rights.ok("the server cannot change the ledger's past")),
    ];
  } finally {
    await db.destroy();
  }
}

function describeRights({ readOnly, missing }: DatabaseRights, role: string): Finding[] {
  const writes = about("Writes");
  return [
    ...(readOnly
      ? writes.fail(
          "the database is read-only: set DATABASE_URL to the primary, or ALTER DATABASE … RESET default_transaction_read_only",
        )
      : writes.ok("the database takes writes")),
    ...describeGrants(role, missing),
  ];
}

function describeGrants(role: string, missing: readonly string[]): Finding[] {
  if (missing.length === 0) return [];
  const text = `${role} lacks ${missing.join(", ")}: run the migrations, which grant it`;
  return about("Grants").fail(text);
}

/** Of each process, to DATABASE_URL, and to DATABASE_DIRECT_URL for jobs. */
const poolSize = 10;

/** With those that PostgreSQL accepts. Behind a pooler, whose limits are not visible here, nothing is compared. */
async function compareConnections(
  pool: Pick<pg.Pool, "query">,
  { WEB_CONCURRENCY, DATABASE_DIRECT_URL }: Env,
): Promise<Finding[]> {
  const { ok, fail } = about("Connections");
  const processes = WEB_CONCURRENCY === "auto" ? availableParallelism() : Number(WEB_CONCURRENCY);
  const wanted = processes * poolSize;
  if (DATABASE_DIRECT_URL) return ok(`up to ${wanted}, through a pooler`);
  const { rows } = await pool.query<{ accepted: number }>(
    `SELECT least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
       (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
       (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())) AS accepted`,
  );
  const accepted = rows[0]?.accepted ?? 0;
  const text = `${processes} processes open up to ${wanted}; PostgreSQL accepts ${accepted}`;
  return wanted > accepted
    ? fail(`${text}: raise max_connections, lower WEB_CONCURRENCY, or use PgBouncer`)
    : ok(text);
}

async function describeQueue(db: Database): Promise<Finding[]> {
  const { ok, fail } = about("Job queue");
  const seconds = await readStalledSeconds(db);
  return seconds < stalledAfterSeconds
    ? ok("jobs are taken")
    : fail(
        `no job was taken for ${Math.floor(seconds)} s while some wait: start the server again, and see its log`,
      );
}

async function describeLadders(db: Database): Promise<Finding[]> {
  const { ladderBytes, laddersWaiting, laddersFailed } = await readLadderFigures(db);
  const size = `${(ladderBytes / 1_000_000_000).toFixed(1)} GB of rungs`;
  return about("Ladders").ok(`${size}; ${laddersWaiting} wait, ${laddersFailed} failed`);
}

/** With what the last migration stored for the database's triggers. */
async function compareTwoPeople(db: Database, { PAYOUT_TWO_PEOPLE: set }: Env): Promise<Finding[]> {
  const { ok, warn, fail } = about("Two people");
  const { required } = await readTwoPeopleSettings(db);
  if (required === set) return ok(required ? "required" : "not required");
  return set
    ? fail(
        "PAYOUT_TWO_PEOPLE is 1, but the database does not enforce it: run the migrations with the same environment",
      )
    : warn(
        "the database still requires two people, but PAYOUT_TWO_PEOPLE is not 1: set it, or run the migrations to end the rule",
      );
}

async function examineDataKey(db: Database, env: Env): Promise<Finding[]> {
  const { ok, warn, fail } = about("Data key");
  const found = await checkDataKey(db, createSecretBox(listDataSecrets(env)));
  if (found === "other")
    return fail(
      "DATA_KEY is missing or not the one that the stored data was encrypted with: set the former one, from the backup of the environment file",
    );
  if (found === "unknown") return ok("nothing is encrypted yet");
  return env.DATA_KEY
    ? ok("decrypts the stored data")
    : warn("DATA_KEY is not set: SESSION_SECRET encrypts, and cannot be replaced");
}

/** Migrations, proofs and backups need the owner's password. */
export async function checkOwner(env: Env): Promise<Finding[]> {
  if (!env.DATABASE_OWNER_URL) return [];
  const { ok, fail } = about("Owner");
  const sql =
    "SELECT current_user AS role, pg_has_role(current_user, relowner, 'MEMBER') AS owns FROM pg_class WHERE oid = to_regclass('public.users')";
  try {
    const [owner] = await ask<{ role: string; owns: boolean }>(env.DATABASE_OWNER_URL, sql);
    return owner && !owner.owns
      ? fail(`${owner.role} of DATABASE_OWNER_URL does not own the tables: set the owner's`)
      : ok("signs in");
  } catch (error) {
    const refused = error instanceof pg.DatabaseError && error.code?.startsWith("28");
    const reason = error instanceof Error ? error.message : String(error);
    return fail(
      refused
        ? `${reason}: set DATABASE_OWNER_URL to the present password, or ALTER ROLE … PASSWORD`
        : `DATABASE_OWNER_URL: ${reason}`,
    );
  }
}

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  return (await onServer(url, (client) => client.query<T>(sql))).rows;
}

/** From one connection to another: a pooler in transaction mode loses notices, which one connection does not show. */
export async function checkDirectConnection(env: Env): Promise<Finding[]> {
  const { ok, fail } = about("Direct connection");
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  const channel = `sabia_doctor_${randomUUID().replaceAll("-", "")}`;
  const arrives = await onServer(url, async (listener) => {
    const heard = new Promise<boolean>((resolve) => {
      listener.once("notification", () => resolve(true));
      setTimeout(resolve, 2_000, false).unref();
    });
    await listener.query(`LISTEN ${channel}`);
    const backendOf = async (client: pg.Client) =>
      (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
    const listening = await backendOf(listener);
    return onServer(url, async (notifier) => {
      const other = await backendOf(notifier);
      await notifier.query(`NOTIFY ${channel}`);
      return listening !== other && heard;
    });
  });
  return arrives
    ? ok("notices arrive")
    : fail(
        "no notices arrive from another connection: set DATABASE_DIRECT_URL to a connection without a pooler",
      );
}

/** Nothing is found where DATABASE_REPLICA_URL is not set. */
export async function checkReplica(env: Env): Promise<Finding[]> {
  if (!env.DATABASE_REPLICA_URL) return [];
  const { ok, fail } = about("Replica");
  const sql =
    "SELECT system_identifier::text AS id, pg_is_in_recovery() AS following FROM pg_control_system()";
  const identify = async (url: string) => (await ask<{ id: string; following: boolean }>(url, sql))[0];
  const primary = await identify(env.DATABASE_URL);
  const replica = await identify(env.DATABASE_REPLICA_URL);
  return replica?.following && replica.id === primary?.id
    ? ok("a streaming replica of the database")
    : fail("DATABASE_REPLICA_URL is no streaming replica of DATABASE_URL");
}
