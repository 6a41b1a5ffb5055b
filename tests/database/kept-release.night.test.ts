/**
 * The database of each kept release, with rows of each table, is migrated by this one while it is used. A release is
 * kept by `SABIA_KEEP_RELEASE=1 npx vitest run tests/database/kept-release`, where Debian's PostgreSQL is installed.
 */
import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { changeFee } from "~/features/money/fees/change-fee.server";
import { changeMinimumPayout } from "~/features/money/fees/change-minimum-payout.server";
import { changeReleaseRule, changeReserve } from "~/features/money/fees/change-releases.server";
import { anchorLedger, auditLedger, proveLedger } from "~/features/money/ledger/prove-ledger.server";
import { insertInvitations } from "~/features/orders/gifts/invitations.queries.server";
import { dayMs, dayOf } from "~/i18n/days";
import { fillShop } from "../../dev/demo/add-demo-data";
import { applicationRole, asApplicationRole } from "../../dev/postgres/application-role";
import { onServer } from "../../dev/postgres/on-server";
import { migrations } from "../../migrations/index";
import { migrateToLatest } from "../../migrations/migrate";
import { proveWholeLedger } from "../../migrations/tools/prove-ledger";
import { findDebianPostgres } from "../deploy/skip-reason";
import { addWholePerson } from "../features/entrance/privacy/whole-person";
import { Browser } from "../support/browser";
import { startReplicatedPostgres } from "../support/debian-postgres";
import { demoPayments } from "../support/demo-payments";
import { startHttpApp } from "../support/http-app";
import { openMailbox } from "../support/mails";
import { makeAdmin, makeConsumer, makeCreator, makeSale, makeVideo, signIn } from "../support/people";
import { actorOf } from "../support/rows";
import { createEmptyDatabase, ownerUrlOf } from "../support/test-database";
import { startTestWorld } from "../support/test-services";
import { baseRows } from "./base-rows";
import { addRareRows } from "./rare-rows";

const folder = new URL("./kept-releases/", import.meta.url);

/** What a migration must not change. */
const facts = [
  "SELECT user_id, product_id, reason, revoked_at, revoke_reason FROM access_grants ORDER BY id",
  "SELECT creator_id, account, balance_cents FROM ledger_balances ORDER BY 1, 2",
  "SELECT id, status, amount_cents, creator_earnings_cents FROM sales ORDER BY id",
  "SELECT id, status, amount_cents FROM payouts ORDER BY id",
  "SELECT user_id, role FROM user_roles ORDER BY 1, 2",
];

/** Tables that may be empty in a kept release, by reason. */
const mayBeEmpty = {
  "graphile_worker._private_known_crontabs": "written by the running server at its start",
};

const listEmptyTables = (url: string) =>
  onServer(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r'
        AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) ORDER BY 1`);
    const empty: string[] = [];
    for (const { name } of tables)
      if ((await client.query(`SELECT FROM ${name} LIMIT 1`)).rowCount === 0) empty.push(name);
    return empty;
  });

const readFacts = (url: string) =>
  onServer(url, async (client) => {
    const read = [];
    for (const fact of facts) read.push((await client.query(fact)).rows);
    // Rows of tests that were written without their ledger: a migration adds none to them.
    const { violations } = await proveWholeLedger(url);
    // Without an order of their own.
    return [...read, violations.map((violation) => JSON.stringify(violation)).sort()];
  });

/** Payments and shares that differ from their sale, or are missing. */
const listUnlikeSales = (url: string) =>
  onServer(url, async (client) => {
    const { rows } = await client.query(
      "SELECT what, id FROM order_violations WHERE what ~ '^(payment|share): '",
    );
    return rows;
  });

/** Pages of each role, by who signs in. */
const pages = {
  admin:
    "dashboard creators consumers coupons reviews questions admins approvals payouts sales disputes reconciliation audit"
      .split(" ")
      .map((name) => `/admin/${name}`),
  creator: "dashboard videos upload profile questions payments coupons courses figures year"
    .split(" ")
    .map((name) => `/creator/${name}`),
  learner: ["/purchases", "/saved", "/account", "/account/data", "/account/mails"],
  anonymous: ["/", "/marketplace", "/terms"],
};

const kept = readdirSync(folder).sort();

test.each(kept)("the database of %s is migrated, and nothing of it is lost", async (name) => {
  const database = await createEmptyDatabase(`sabia_kept_${randomBytes(6).toString("hex")}`);
  await onServer(database.url, (client) =>
    client.query(gunzipSync(readFileSync(new URL(name, folder))).toString()),
  );
  if (name === kept.at(-1)) expect(await listEmptyTables(database.url)).toEqual(Object.keys(mayBeEmpty));
  const before = await readFacts(database.url);
  for (const rows of before) expect(rows.length).toBeGreaterThan(0);

  let migrating = true;
  const use = onServer(database.url, async (client) => {
    await client.query("SET statement_timeout = '5s'");
    for (; migrating; ) await client.query("UPDATE users SET email = email; SELECT count(*) FROM sales");
  });
  await migrateToLatest(database.url, applicationRole).finally(() => {
    migrating = false;
  });
  await use;
  expect(await readFacts(database.url)).toEqual(before);
  expect(await listUnlikeSales(database.url)).toEqual([]);

  const world = await startTestWorld({
    DATABASE_URL: asApplicationRole(database.url, inject("applicationPassword")),
  });
  const { db } = world.services;
  const { port } = await startHttpApp(world);
  const idIn = async (table: "user_roles" | "creator_profiles" | "consumer_profiles") =>
    (await db.selectFrom(table).select("user_id").executeTakeFirstOrThrow()).user_id;
  const people = {
    admin: await idIn("user_roles"),
    creator: await idIn("creator_profiles"),
    learner: await idIn("consumer_profiles"),
    anonymous: undefined,
  };
  for (const [role, paths] of Object.entries(pages)) {
    const userId = people[role as keyof typeof people];
    const browser = new Browser({ port, cookie: userId && (await signIn(world, userId)) });
    for (const path of paths) expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
  }
});

test.runIf(process.env.SABIA_KEEP_RELEASE)("this release is kept", async ({ onTestFinished }) => {
  const mailbox = await openMailbox();
  const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
  const { services } = world;
  const { db } = services;
  const ownerUrl = ownerUrlOf(services.env.DATABASE_URL);
  await fillShop(services, demoPayments(world), { withPast: true });
  // The base rows name the first ids themselves.
  await onServer(ownerUrl, (client) =>
    client.query(`SELECT setval(pg_get_serial_sequence(name, 'id'), 100)
      FROM unnest(ARRAY['reconciliations', 'reconciliation_differences']) AS name`),
  );
  await addRareRows(world);
  // The rows that follow have no ledger: what is sound is proved before them.
  expect(await proveLedger(services)).toEqual([]);
  await onServer(ownerUrl, (client) => client.query(baseRows));
  await addWholePerson(world);
  const creator = await makeCreator(world);
  const videoId = await makeVideo(world, creator);
  for (const end of ["pending", "processing", "failed", "completed"] as const)
    await makeSale(world, await makeConsumer(world), videoId, end);
  const admin = await makeAdmin(world);
  const now = services.clock();
  const by = actorOf(admin.userId, admin.email, now);
  const rule = { from: dayOf(new Date(now.getTime() + 40 * dayMs)), reason: "Combinado" };
  const { userId: creatorId } = creator;
  await changeFee(services, { ...rule, id: randomUUID(), creatorId, bp: 1_000 }, by);
  const reserve = { bp: 1_000, days: 90 };
  await changeReserve(services, { ...rule, id: randomUUID(), creatorId, reserve }, by);
  await changeReleaseRule(services, { ...rule, id: randomUUID(), days: { pix: 7, boleto: 7, card: 30 } }, by);
  await changeMinimumPayout(services, { id: randomUUID(), cents: 2_000, reason: rule.reason }, by);
  await insertInvitations(db, { productId: videoId, emails: ["convidada@example.com"], now });
  await anchorLedger(services);
  await auditLedger(services);

  const { programs } = await findDebianPostgres();
  const servers = await startReplicatedPostgres(programs);
  onTestFinished(() => servers.remove());
  const url = servers.urlOf("primary");
  await migrateToLatest(url);
  await onServer(ownerUrl, async (from) => {
    const { rows: tables } = await from.query<{ table: string; columns: string }>(`
      SELECT attrelid::regclass::text AS table, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
      GROUP BY attrelid`);
    await onServer(url, async (to) => {
      await to.query("SET session_replication_role = replica");
      for (const { table, columns } of tables) {
        const { rows } = await from.query(`SELECT json_agg(t)::text AS rows FROM ${table} AS t`);
        await to.query(`DELETE FROM ${table}`);
        await to.query(
          `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
           SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
          [rows[0].rows ?? "[]"],
        );
      }
      const { rows: sequences } = await from.query(
        "SELECT format('%I.%I', schemaname, sequencename) AS name, last_value FROM pg_sequences WHERE last_value IS NOT NULL",
      );
      for (const { name, last_value } of sequences)
        await to.query("SELECT setval($1, $2)", [name, last_value]);
    });
  });
  const dump = execFileSync(
    `${programs}/pg_dump`,
    ["--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100", url],
    { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  // psql's own commands.
  const statements = dump.replaceAll(/^\\.*$/gm, "");
  writeFileSync(
    new URL(`${Object.keys(migrations).at(-1)}.sql.gz`, folder),
    gzipSync(statements, { level: 9 }),
  );
});
