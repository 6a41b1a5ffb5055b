import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { Kysely, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { mayRewriteLedger } from "~/features/money/ledger/ledger-proof.queries.server";
import { noteConversion } from "~/features/videos/media/conversions.queries.server";
import { openDatabase } from "~/platform/db.server";
import { asApplicationRole } from "../../dev/postgres/application-role";
import { onServer } from "../../dev/postgres/on-server";
import { fillSales } from "../../migrations/0037-payments";
import { endOfBaseline, migrations } from "../../migrations/index";
import { migrateToLatest } from "../../migrations/migrate";
import { bundleScripts } from "../support/bundle";
import { addConsumer, addCourse, addCreator, addSale, addVideo } from "../support/rows";
import { readRows } from "../support/tables";
import { createEmptyDatabase, createTestDatabase } from "../support/test-database";

const run = promisify(execFile);
const source = "migrations/tools/run.ts";
const { [source]: script } = await bundleScripts(source);
const names = Object.keys(migrations);

/** The command as it is run. */
const migrate = (env: Record<string, string>) =>
  run(process.execPath, [script], { env: { ...process.env, ...env } });

/** A migration of one statement. */
const statement = (text: string) => ({
  up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)),
});

async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createEmptyDatabase(`sabia_empty_${randomBytes(6).toString("hex")}`);
  onTestFinished(drop);
  return url;
}

/** A copy of the database that the test run migrated. */
async function migratedDatabase(): Promise<string> {
  const { ownerUrl, drop } = await createTestDatabase();
  onTestFinished(drop);
  return ownerUrl;
}

async function listTables(url: string): Promise<string[]> {
  const { rows } = await onServer(url, (client) =>
    client.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    ),
  );
  return rows.map(({ name }) => name).filter((name) => !name.startsWith("kysely_"));
}

test("one of five concurrent starts migrates", async () => {
  const url = await emptyDatabase();
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrateToLatest(url)));
  expect(applied.flat()).toEqual(names);
  expect(await migrateToLatest(url)).toEqual([]);
  expect(await listTables(url)).toContain("videos");
});

test("a table of another owner in public is named before anything is migrated", async () => {
  const url = await emptyDatabase();
  const role = `sabia_owner_${randomBytes(6).toString("hex")}`;
  const asRole = new URL(url);
  asRole.username = role;
  asRole.password = "owner";
  await onServer(url, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'owner'`);
    await client.query(`GRANT ALL ON SCHEMA public TO ${role}`);
    await client.query("CREATE TABLE guests ()");
  });
  try {
    const failure = await migrateToLatest(asRole.href).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "MigrationRefused" });
    expect(String(failure)).toMatch(
      new RegExp(`do not belong to ${role}: guests \\(owner \\w+\\)\\. Give them to it \\(ALTER TABLE`),
    );
    expect(await listTables(url)).toEqual(["guests"]);
  } finally {
    await onServer(url, (client) => client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`));
  }
});

test("of the videos of the release before, those with an unreadable file are not for sale", async () => {
  const url = await emptyDatabase();
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0021"));
  await migrateToLatest(url, undefined, { list: before });
  const { db } = openDatabase(url, () => {});
  const now = new Date("2026-11-20T12:00:00Z");
  const creatorId = await addCreator(db);
  const [good, slow, unreadable] = await Promise.all([1, 2, 3].map(() => addVideo(db, creatorId)));
  await addCourse(db, creatorId, [unreadable ?? ""]);
  await noteConversion(db, slow ?? "", { state: "failed", reason: "tooLong", now });
  await noteConversion(db, unreadable ?? "", { state: "failed", reason: "unreadable", now });
  await migrateToLatest(url);
  const videos = await readRows(db, "videos", {}, "id", "suspended_at");
  await db.destroy();
  const suspended = videos.flatMap(({ id, suspended_at }) => (suspended_at ? [id] : []));
  expect(suspended, `${good} and ${slow} stay`).toEqual([unreadable]);
});

test("sales of the release before get their payments and shares, after a payment that holds their table", async () => {
  const url = await emptyDatabase();
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0037"));
  await migrateToLatest(url, undefined, { list: before });
  const { db } = openDatabase(url, () => {});
  const videoId = await addVideo(db, await addCreator(db));
  const sell = async (checkoutId: string) =>
    addSale(db, { consumerId: await addConsumer(db), videoId, checkoutId, shareBp: 1_000 });
  const [first, second] = [await sell("cs_1"), await sell("cs_2")];
  const waited: string[] = [];
  await onServer(url, async (payer) => {
    await payer.query(`BEGIN; UPDATE sales SET provider_payment_id = 'pi_1' WHERE id = '${first}'`);
    const migrating = migrateToLatest(url, undefined, { onWait: (sentence) => waited.push(sentence) });
    await vi.waitUntil(() => waited.length > 0, { timeout: 20_000 });
    await payer.query("COMMIT");
    await migrating;
  });
  expect(waited[0]).toContain("lock timeout");
  const { rows } = await sql`
    SELECT sales.id, payments.provider_checkout_id AS checkout, payments.provider_payment_id AS payment,
      payments.amount_cents AS cents, payments.created_at = sales.created_at AS same,
      (SELECT json_object_agg(party, sale_shares.amount_cents) FROM sale_shares WHERE sale_id = sales.id) AS shares
    FROM sales JOIN payments ON payments.id = payment_id ORDER BY 2`.execute(db);
  await db.destroy();
  const rest = { cents: 4990, same: true, shares: { creator: 4491, platform: 499 } };
  expect(rows).toEqual([
    { id: first, checkout: "cs_1", payment: "pi_1", ...rest },
    { id: second, checkout: "cs_2", payment: null, ...rest },
  ]);
});

test("the rows of a sale that is locked are filled by a later pass, and the others do not wait", async () => {
  const url = await migratedDatabase();
  const { db } = openDatabase(url, () => {});
  const videoId = await addVideo(db, await addCreator(db));
  const [locked] = [
    await addSale(db, { consumerId: await addConsumer(db), videoId }),
    await addSale(db, { consumerId: await addConsumer(db), videoId }),
  ];
  const countTitled = async () =>
    (await readRows(db, "sales")).filter(({ checkout_title }) => checkout_title === "x").length;
  await onServer(url, async (payer) => {
    await payer.query(`BEGIN; SELECT FROM sales WHERE id = '${locked}' FOR UPDATE`);
    const filling = fillSales(
      db as Kysely<unknown>,
      "checkout_title IS NULL",
      (batch) => `
        WITH batch AS MATERIALIZED (${batch}),
        filled AS (UPDATE sales SET checkout_title = 'x' FROM batch WHERE sales.id = batch.id)`,
    );
    await vi.waitUntil(async () => (await countTitled()) === 1, { timeout: 20_000 });
    await payer.query("COMMIT");
    await filling;
  });
  expect(await countTitled()).toBe(2);
  await db.destroy();
});

test("a migration behind a long reader lets others read, is tried again, and keeps those before it", async () => {
  const url = await emptyDatabase();
  const first = { "0001-table": statement("CREATE TABLE shelf (id integer)") };
  await migrateToLatest(url, undefined, { list: first });
  const waited: string[] = [];
  await onServer(url, async (dump) => {
    // As pg_dump holds every table until its end.
    await dump.query("BEGIN; LOCK TABLE shelf IN ACCESS SHARE MODE");
    const migrating = migrateToLatest(url, undefined, {
      list: {
        ...first,
        "0002-other": statement("CREATE TABLE other (id integer)"),
        "0003-column": statement("ALTER TABLE shelf ADD title text"),
      },
      onWait: (sentence) => waited.push(sentence),
    });
    await vi.waitUntil(() => waited.length > 0, { timeout: 20_000 });
    expect(waited[0]).toContain("lock timeout");
    expect(await listTables(url)).toEqual(["other", "shelf"]);
    // Nothing that waits is in front of a reader.
    await onServer(url, (reader) => reader.query("SET statement_timeout = 1000; SELECT * FROM shelf"));
    await dump.query("COMMIT");
    expect(await migrating).toEqual(["0002-other", "0003-column"]);
  });
});

test("a migration may exclude a transaction, for an index built without a lock", async () => {
  const list = {
    "0001-table": statement("CREATE TABLE planted (id bigint)"),
    "0002-index": {
      ...statement("CREATE INDEX CONCURRENTLY planted_idx ON planted (id)"),
      inTransaction: false,
    },
    "0003-column": statement("ALTER TABLE planted ADD title text"),
  };
  const url = await emptyDatabase();
  const applied = await Promise.all([1, 2, 3].map(() => migrateToLatest(url, undefined, { list })));
  expect(applied.flat().sort()).toEqual(Object.keys(list));
  expect(await migrateToLatest(url, undefined, { list })).toEqual([]);
  // The previous release on the schema of the next one.
  const { "0003-column": _, ...previous } = list;
  expect(await migrateToLatest(url, undefined, { list: previous })).toEqual([]);
  const { rows } = await onServer(url, (client) => client.query("SELECT title FROM planted"));
  expect(rows).toEqual([]);
});

test("the database owner can migrate without being a superuser", async () => {
  const url = await emptyDatabase();
  const role = `owner_${randomBytes(6).toString("hex")}`;
  const owned = new URL(url);
  await onServer(url, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}' NOSUPERUSER NOCREATEDB NOCREATEROLE`);
    await client.query(`ALTER DATABASE ${owned.pathname.slice(1)} OWNER TO ${role}`);
  });
  try {
    owned.username = role;
    owned.password = role;
    expect(await migrateToLatest(owned.href)).toEqual(names);
  } finally {
    await onServer(url, async (client) => {
      await client.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`);
      await client.query(`DROP OWNED BY ${role}`);
      await client.query(`DROP ROLE ${role}`);
    });
  }
});

test("an older release accepts a newer schema and does not change it", async () => {
  const url = await migratedDatabase();
  const newer = "INSERT INTO kysely_migration (name, timestamp) VALUES ('9998-later', ''), ('9999-last', '')";
  await onServer(url, (client) => client.query(newer));
  expect(await migrateToLatest(url)).toEqual([]);
  const { stdout } = await migrate({ DATABASE_URL: url });
  expect(stdout.trim()).toBe("The database is up to date.");
});

test("a database of an unknown history is refused in one sentence", async () => {
  const url = await migratedDatabase();
  const refusal = async (statement: string) => {
    await onServer(url, (client) => client.query(statement));
    return migrate({ DATABASE_OWNER_URL: url, DATABASE_URL: url }).then(
      () => undefined,
      ({ code, stderr }) => ({ code, lines: stderr.trim().split("\n") }),
    );
  };
  expect(await refusal(`UPDATE kysely_migration SET name = '0002-other' WHERE name = '${names[1]}'`)).toEqual(
    {
      code: 1,
      lines: [
        expect.stringContaining(
          `has the migration 0002-other, which no release of this product has in its place (${names[1]})`,
        ),
      ],
    },
  );
  expect(await refusal("TRUNCATE kysely_migration")).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^The database has a table users but no migrations: .*Point DATABASE_URL/)],
  });
});

test("a migration that waits for another says so, and ends with who holds the lock", async () => {
  const url = await emptyDatabase();
  await onServer(url, async (holder) => {
    const { rows } = await holder.query(
      "SELECT pg_backend_pid() AS pid, pg_advisory_lock(hashtext('sabia migrations'))",
    );
    const waited: string[] = [];
    const times = { statementMs: 1_000, buildMs: 1_000, turnMs: 1_500, reportMs: 500 };
    const waiting = migrateToLatest(url, undefined, { onWait: (sentence) => waited.push(sentence), times });
    await expect(waiting).rejects.toMatchObject({
      name: "MigrationRefused",
      message: expect.stringContaining(`still running after 2 s: pid ${rows[0].pid}, `),
    });
    expect(waited.length).toBeGreaterThan(0);
    expect(waited[0]).toMatch(
      new RegExp(`^Waiting for another migration for 1 s: pid ${rows[0].pid}, .* since .* UTC\\.$`),
    );
  });
});

test("a migration ends a statement that takes too long, and one's transaction that hangs is limited", async () => {
  const url = await emptyDatabase();
  const settings: unknown[] = [];
  const list = {
    "0001-slow": {
      up: async (db: Kysely<unknown>) => {
        const read = sql`SELECT current_setting('idle_in_transaction_session_timeout') AS idle`;
        settings.push(...(await read.execute(db)).rows);
        await sql`SELECT pg_sleep(60)`.execute(db);
      },
    },
  };
  const times = { statementMs: 300, buildMs: 300, turnMs: 1_000, reportMs: 1_000 };
  await expect(migrateToLatest(url, undefined, { list, times })).rejects.toThrow("statement timeout");
  await expect(
    migrateToLatest(url, undefined, {
      list: { "0001-slow": { ...list["0001-slow"], inTransaction: false } },
      times,
    }),
  ).rejects.toThrow("statement timeout");
  expect(settings).toEqual([{ idle: "1min" }, { idle: "1min" }]);
});

const later = names.filter((name) => name > endOfBaseline);

test.skipIf(later.length === 0)(
  "every migration after the baseline can be reverted and applied again",
  async () => {
    const url = await emptyDatabase();
    await migrateToLatest(url);
    const before = await listTables(url);
    const db = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
    });
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateTo(endOfBaseline);
    await db.destroy();
    expect(error).toBeUndefined();
    expect(await migrateToLatest(url)).toEqual(later);
    expect(await listTables(url)).toEqual(before);
  },
);

describe("with an owner and an application role", () => {
  test("the owner migrates and grants the application's role its rights", async () => {
    const url = await emptyDatabase();
    const applicationUrl = asApplicationRole(url, inject("applicationPassword"));
    const { stderr } = await migrate({ DATABASE_OWNER_URL: url, DATABASE_URL: applicationUrl });
    expect(stderr).not.toContain("DATABASE_OWNER_URL");
    const { db } = openDatabase(applicationUrl, () => {});
    const { db: owner } = openDatabase(url, () => {});
    try {
      expect(await mayRewriteLedger(db)).toBe(false);
      expect(await mayRewriteLedger(owner)).toBe(true);
      expect(await readRows(db, "sales")).toEqual([]);
    } finally {
      await db.destroy();
      await owner.destroy();
    }
    expect((await migrate({ DATABASE_OWNER_URL: url, DATABASE_URL: applicationUrl })).stdout).toContain(
      "up to date",
    );
  });

  test("migrations without the owner's address run as the server's role, with a warning", async () => {
    const url = await emptyDatabase();
    const { stdout, stderr } = await migrate({ DATABASE_OWNER_URL: "", DATABASE_URL: url });
    expect(stdout.trim()).toBe(`Migrated: ${names.join(", ")}`);
    expect(stderr).toContain("DATABASE_OWNER_URL is not set");
  });

  test.each([
    ["that does not exist", "nobody_there", "does not exist"],
    ["that is the owner", "postgres", "may act as the owner"],
  ])("a role %s is refused by name", async (_, role, message) => {
    const url = await migratedDatabase();
    const applicationUrl = new URL(url);
    applicationUrl.username = role;
    await expect(
      migrate({ DATABASE_OWNER_URL: url, DATABASE_URL: applicationUrl.href }),
    ).rejects.toMatchObject({ stderr: expect.stringContaining(message) });
  });
});
