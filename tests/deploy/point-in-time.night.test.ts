/**
 * The disk of the database is lost, and comes back from a base backup and an archive of its log, with Debian's
 * PostgreSQL: in the long tests, where that is installed. What came after the last archived minute comes back from
 * Stripe and the server's log.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mailSentMessage } from "~/features/base/mail/send-mail.server";
import { eraseAccount, erasedMessage } from "~/features/entrance/privacy/erase-account.server";
import { lastMailMs } from "~/features/entrance/privacy/retention";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import {
  findLastReconciliation,
  listDifferences,
} from "~/features/office/reconciliation/reconciliation.queries.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { startWorker } from "~/server/worker.server";
import { onServer } from "../../dev/postgres/on-server";
import { migrateToLatest } from "../../migrations/migrate";
import { openClusters } from "../support/debian-postgres";
import { openMailbox } from "../support/mails";
import { createDelivery, pay, readSale, readViolations } from "../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, readClip } from "../support/people";
import { addRows, readRow } from "../support/tables";
import { startTestWorld } from "../support/test-services";
import { findDebianPostgres, withReason } from "./skip-reason";

const { programs, skipped } = await findDebianPostgres();

describe.skipIf(skipped)(withReason("a point in time, restored", skipped), () => {
  let dir = "";
  let clusters: Awaited<ReturnType<typeof openClusters<"data">>>;
  const archived = () => readdirSync(join(dir, "archive")).length;
  /** What `archive_timeout` does each minute in which something was written. */
  const closeMinute = async () => {
    const before = archived();
    await onServer(clusters.urlOf("data", "postgres"), (client) => client.query("SELECT pg_switch_wal()"));
    await vi.waitUntil(() => archived() > before, { timeout: 30_000, interval: 50 });
  };

  beforeAll(async () => {
    clusters = await openClusters(programs, ["data"]);
    dir = clusters.dir;
    mkdirSync(join(dir, "archive"));
    chmodSync(join(dir, "archive"), 0o777);
    clusters.create("data");
    // The settings of docs/operations.md, with a folder in place of another machine.
    const settings = [
      "archive_mode = on",
      `archive_command = 'test ! -f ${dir}/archive/%f && cp %p ${dir}/archive/%f.part && mv ${dir}/archive/%f.part ${dir}/archive/%f'`,
      "archive_timeout = 60",
    ];
    cpSync(join(dir, "data/postgresql.conf"), join(dir, "postgresql.conf"));
    writeFileSync(join(dir, "data/postgresql.conf"), `${settings.join("\n")}\n`, { flag: "a" });
    clusters.start("data");
    await clusters.createDatabase("data", "shop");
    await migrateToLatest(clusters.urlOf("data"));
  }, 120_000);
  afterAll(() => clusters.remove());

  test("a point-in-time recovery loses at most the last minute, which Stripe and the log restore", {
    timeout: 240_000,
  }, async () => {
    const mailbox = await openMailbox();
    const world = await startTestWorld(() => ({
      DATABASE_URL: clusters.urlOf("data"),
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
    clusters.copy("data", "base");

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
    clusters.stop("data");
    rmSync(join(dir, "data"), { recursive: true });

    // As docs/operations.md says.
    clusters.asPostgres("cp", "-a", join(dir, "base"), join(dir, "data"));
    writeFileSync(
      join(dir, "data/postgresql.conf"),
      `restore_command = 'cp ${dir}/archive/%f %p'\nrecovery_target_timeline = 'latest'\n`,
      { flag: "a" },
    );
    writeFileSync(join(dir, "data/recovery.signal"), "");
    clusters.start("data");
    await vi.waitUntil(
      async () =>
        onServer(clusters.urlOf("data", "postgres"), async (client) => {
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
        env: { ...process.env, DATABASE_URL: clusters.urlOf("data") },
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
