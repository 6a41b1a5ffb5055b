/**
 * The disk of the database is lost, and comes back from a base backup and an archive of its log, with Debian's
 * PostgreSQL: in the long tests, where that is installed. What came after the last archived minute comes back from
 * Stripe and the server's log.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mailSentMessage } from "~/features/base/mail/send-mail.server";
import { eraseAccount, erasedMessage } from "~/features/entrance/privacy/erase-account.server";
import { lastMailMs } from "~/features/entrance/privacy/erasure-times";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import {
  findLastReconciliation,
  listDifferences,
} from "~/features/office/reconciliation/reconciliation.queries.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { startWorker } from "~/server/worker.server";
import { findFreePort } from "../../dev/postgres/free-port";
import { migrateToLatest } from "../../migrations/migrate";
import { openMailbox } from "../support/mails";
import { onServer } from "../support/on-server";
import { createDelivery, pay, readSale, readViolations } from "../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, readClip } from "../support/people";
import { addRows, readRow } from "../support/tables";
import { startTestWorld } from "../support/test-services";
import { findDebianPostgres, withReason } from "./skip-reason";

const { programs, skipped } = await findDebianPostgres();

describe.skipIf(skipped)(withReason("a point in time, restored", skipped), () => {
  let dir = "";
  let port = 0;
  const asPostgres = (program: string, ...words: string[]) =>
    execFileSync("runuser", ["-u", "postgres", "--", `${programs}/${program}`, ...words], { stdio: "pipe" });
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const start = () =>
    asPostgres(
      "pg_ctl",
      "-D",
      join(dir, "data"),
      "-w",
      "-l",
      join(dir, "log"),
      "-o",
      `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1`,
      "start",
    );
  const archived = () => readdirSync(join(dir, "archive")).length;
  /** What `archive_timeout` does each minute in which something was written. */
  const closeMinute = async () => {
    const before = archived();
    await onServer(urlOf("postgres"), (client) => client.query("SELECT pg_switch_wal()"));
    await vi.waitUntil(() => archived() > before, { timeout: 30_000, interval: 50 });
  };

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "sabia-point-in-time-"));
    chmodSync(dir, 0o777);
    mkdirSync(join(dir, "archive"));
    chmodSync(join(dir, "archive"), 0o777);
    port = await findFreePort();
    asPostgres("initdb", "-D", join(dir, "data"), "-A", "trust", "-U", "postgres", "--no-sync");
    // The settings of docs/operations.md, with a folder in place of another machine.
    const settings = [
      "archive_mode = on",
      `archive_command = 'test ! -f ${dir}/archive/%f && cp %p ${dir}/archive/%f.part && mv ${dir}/archive/%f.part ${dir}/archive/%f'`,
      "archive_timeout = 60",
    ];
    cpSync(join(dir, "data/postgresql.conf"), join(dir, "postgresql.conf"));
    writeFileSync(join(dir, "data/postgresql.conf"), `${settings.join("\n")}\n`, { flag: "a" });
    start();
    await onServer(urlOf("postgres"), (client) => client.query("CREATE DATABASE shop"));
    await migrateToLatest(urlOf("shop"));
  }, 120_000);
  afterAll(() => {
    asPostgres("pg_ctl", "-D", join(dir, "data"), "-m", "immediate", "stop");
    rmSync(dir, { recursive: true, force: true });
  });

  test("a point-in-time recovery loses at most the last minute, which Stripe and the log restore", {
    timeout: 240_000,
  }, async () => {
    const mailbox = await openMailbox();
    const world = await startTestWorld(() => ({
      DATABASE_URL: urlOf("shop"),
      SMTP_URL: mailbox.smtpUrl,
    }));
    const { services } = world;
    const { db } = services;
    const deliver = createDelivery(world);
    const worker = await startWorker(services);
    const creator = await makeCreator(world);
    const [videoId, otherId] = [
      await makeVideo(world, creator, {}, readClip()),
      await makeVideo(world, creator, { title: "Outra aula" }, readClip()),
    ];
    const [leaving, buyer] = [await makeConsumer(world), await makeConsumer(world)];

    // The base backup, while the server runs.
    const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
    asPostgres("pg_basebackup", "-D", join(dir, "base"), "-c", "fast", ...from);

    const archivedSale = await pay(world, { buyer, videoId, creatorId: creator.userId });
    await deliver();
    const receipts = (count: number) =>
      vi.waitUntil(
        () =>
          mailbox
            .messages()
            .filter(({ to, subject }) => to.includes(buyer.email) && /recibo|compra/i.test(subject))
            .length === count,
        { timeout: 60_000, interval: 50 },
      );
    await receipts(1);
    await closeMinute();

    // The minute that is lost: a purchase with its receipt, and an erasure.
    const lostSale = await pay(world, { buyer, videoId: otherId, creatorId: creator.userId });
    await deliver();
    await receipts(2);
    const due = services.clock();
    await addRows(db, "account_erasures", {
      user_id: leaving.userId,
      due_at: due,
      requested_at: new Date(due.getTime() - 7 * 86_400_000),
      locale: "pt",
      keep_reviews: false,
    });
    await eraseAccount(services, { userId: leaving.userId });
    world.advance(lastMailMs);
    await eraseAccount(services, { userId: leaving.userId });
    const logOf = (message: string) => world.logged.filter(({ msg }) => msg === message);
    expect(logOf(erasedMessage)).toMatchObject([{ userId: leaving.userId }]);
    await vi.waitUntil(() =>
      logOf(mailSentMessage).some(({ mailKey }) => mailKey === `receipt:${lostSale.saleId}`),
    );
    await worker.stop();
    asPostgres("pg_ctl", "-D", join(dir, "data"), "-m", "immediate", "-w", "stop");
    rmSync(join(dir, "data"), { recursive: true });

    // As docs/operations.md says.
    execFileSync("runuser", ["-u", "postgres", "--", "cp", "-a", join(dir, "base"), join(dir, "data")]);
    writeFileSync(
      join(dir, "data/postgresql.conf"),
      `restore_command = 'cp ${dir}/archive/%f %p'\nrecovery_target_timeline = 'latest'\n`,
      { flag: "a" },
    );
    writeFileSync(join(dir, "data/recovery.signal"), "");
    start();
    await vi.waitUntil(
      async () =>
        onServer(urlOf("postgres"), async (client) => {
          const { rows } = await client.query<{ ready: boolean }>("SELECT NOT pg_is_in_recovery() AS ready");
          return rows[0]?.ready ?? false;
        }).catch(() => false),
      { timeout: 60_000, interval: 100 },
    );
    expect((await readSale(world, archivedSale.saleId)).status).toBe("completed");
    await expect(readSale(world, lostSale.saleId)).rejects.toThrow();
    const isErased = async () =>
      (await readRow(db, "users", { id: leaving.userId }, "erased_at")).erased_at !== null;
    expect(await isErased()).toBe(false);

    // Before the server starts: the log, which is kept elsewhere.
    const log = world.logged
      .map((line) => `Nov 23 12:00:00 host sabia[1]: ${JSON.stringify(line)}`)
      .join("\n");
    const repeated = execFileSync(
      process.execPath,
      ["--import", "tsx", "app/server/tools/erase-again.server.ts"],
      {
        input: log,
        env: { ...process.env, DATABASE_URL: urlOf("shop") },
        encoding: "utf8",
      },
    );
    expect(repeated).toContain(`${leaving.userId}\tqueued`);
    expect(repeated).toContain("1 erasures in the log.");

    // The server starts: jobs, and the comparison with Stripe.
    const again = await startWorker(services);
    expect(await reconcile(services)).toMatchObject({ ok: true, differences: 0 });
    const run = await findLastReconciliation(db);
    expect(await listDifferences(db, run?.id ?? 0, 10)).toEqual([]);
    expect(await readSale(world, lostSale.saleId)).toMatchObject({
      status: "completed",
      accounts: { creator: 4241, platform: 749 },
    });
    expect(await findWatchAccess(db, buyer, otherId)).toMatchObject({ access: "bought" });
    expect(await readViolations(world)).toEqual([]);
    await eraseAccount(services, { userId: leaving.userId });
    world.advance(lastMailMs);
    await eraseAccount(services, { userId: leaving.userId });
    expect(await isErased()).toBe(true);
    // Nothing waits to be sent a second time.
    const { rows } = await sql<{ kind: string }>`
      SELECT kind FROM mails WHERE status = 'waiting' AND kind IN ('receipt', 'sale', 'firstSale')`.execute(
      db,
    );
    expect(rows).toEqual([]);
    await receipts(2);
    await again.stop();
  });
});
