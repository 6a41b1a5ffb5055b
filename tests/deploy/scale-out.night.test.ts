/**
 * Everything of docs/operations.md as one system, in the long tests: nginx before two servers of two processes each,
 * PgBouncer in transaction mode, a primary and a replica for public pages, a bucket. People read and buy while each
 * part is stopped, killed and brought back in turn. What they notice is printed as the table of docs/operations.md.
 */
import { createServer } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { type AppProcess, startApp } from "../../dev/app-process";
import { startMailbox } from "../../dev/mailbox/start-mailbox";
import { findFreePort } from "../../dev/postgres/free-port";
import { migrateToLatest } from "../../migrations/migrate";
import { Browser } from "../support/browser";
import { startReplicatedPostgres } from "../support/debian-postgres";
import { makeBuild } from "../support/http-app";
import { nginxProgram, startNginx } from "../support/nginx";
import { makeConsumer, makeCreator, makeVideo, readClip } from "../support/people";
import { pgbouncerProgram, startPgBouncer } from "../support/pgbouncer";
import { startS3Server } from "../support/s3/s3-server";
import { startTestWorld, type TestWorld } from "../support/test-services";
import { findDebianPostgres, findSkipReason, withReason } from "./skip-reason";

const programs = findDebianPostgres();
const skipped = findSkipReason({
  programs: [nginxProgram, pgbouncerProgram, `${programs}/initdb`, `${programs}/pg_basebackup`],
  packages: "nginx pgbouncer postgresql",
  root: true,
});

const visitors = 20;
/** How long each part is away, and how long people go on after it is back, in milliseconds. */
const awayMs = 3_000;
const afterMs = 8_000;

interface Noticed {
  part: string;
  requests: number;
  failed: number;
  /** From the first failure to the last, in seconds. */
  seconds: number;
  bought: number;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Passes Stripe's webhooks on to nginx, whose certificate nobody signed, and again for a minute while they are refused,
 * as Stripe does.
 */
async function startWebhookSender(port: number, host: string) {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", async () => {
      res.writeHead(200).end();
      for (const end = Date.now() + 60_000; Date.now() < end; await wait(500)) {
        const status = await new Promise<number>((resolve) => {
          const headers = { ...req.headers, host };
          const sent = httpsRequest(
            {
              port,
              host: "127.0.0.1",
              path: "/webhooks/stripe",
              method: "POST",
              headers,
              rejectUnauthorized: false,
            },
            (answer) => resolve(answer.resume().statusCode ?? 0),
          );
          sent.on("error", () => resolve(0)).end(Buffer.concat(chunks));
        });
        if (status >= 200 && status < 300) return;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** Two processes under a supervisor, as a machine of its own has them. */
async function startServer(env: Record<string, string>) {
  const start = () => startApp(env, { quiet: true, serverFile: "build/supervisor.js" });
  let app: AppProcess = await start();
  const kill = async () => {
    const ended = new Promise((resolve) => app.process.once("close", resolve));
    app.process.kill("SIGKILL");
    await ended;
  };
  return {
    stop: () => app.stop(),
    kill,
    start: async () => {
      app = await start();
    },
  };
}

function environmentOf(world: TestWorld, variables: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...world.services.env, LOG_LEVEL: "warn", WEB_CONCURRENCY: "2", ...variables }).flatMap(
      ([name, value]) =>
        value === undefined
          ? []
          : [[name, typeof value === "boolean" ? String(Number(value)) : String(value)]],
    ),
  );
}

test.skipIf(skipped)(
  withReason("people read and buy while each part is stopped, killed and brought back", skipped),
  { timeout: 900_000 },
  async ({ onTestFinished }) => {
    await makeBuild();
    const postgres = await startReplicatedPostgres(programs);
    onTestFinished(() => postgres.remove());
    await migrateToLatest(postgres.urlOf("primary"));
    const poolPort = await findFreePort();
    const leadTo = (name: "primary" | "replica") =>
      `shop = host=127.0.0.1 port=${postgres.ports[name]} dbname=shop\n` +
      `direct = host=127.0.0.1 port=${postgres.ports[name]} dbname=shop pool_mode=session pool_size=20`;
    const pgbouncer = startPgBouncer({
      port: poolPort,
      databases: leadTo("primary"),
      user: "postgres",
      password: "shop",
      poolSize: 12,
    });
    onTestFinished(() => pgbouncer.stop());
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const mailbox = await startMailbox();
    onTestFinished(() => mailbox.close());
    const port = await findFreePort();
    const origin = `https://localhost:${port}`;
    const world = await startTestWorld({
      STORAGE_DIR: undefined,
      ...s3.variables,
      APP_URL: origin,
      TRUSTED_PROXY_HOPS: "1",
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: "loja@example.com",
      DATABASE_URL: `postgres://postgres:shop@127.0.0.1:${poolPort}/shop`,
      DATABASE_DIRECT_URL: `postgres://postgres:shop@127.0.0.1:${poolPort}/direct`,
      DATABASE_REPLICA_URL: postgres.urlOf("replica"),
    });
    const { services } = world;
    const ports = [await findFreePort(), await findFreePort()] as const;
    const servers = await Promise.all(
      ports.map((at) => startServer(environmentOf(world, { PORT: at, APP_URL: origin }))),
    );
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.kill().catch(() => {})));
    });
    const [first, second] = servers as [
      Awaited<ReturnType<typeof startServer>>,
      Awaited<ReturnType<typeof startServer>>,
    ];
    onTestFinished(await startNginx(port, ports));
    const webhooks = await startWebhookSender(port, new URL(origin).host);
    onTestFinished(() => void webhooks.close());
    world.stripe.setWebhookUrl(webhooks.url);

    const creator = await makeCreator(world);
    const videoIds = [
      await makeVideo(world, creator, {}, readClip()),
      await makeVideo(world, creator, { title: "Outra aula" }, readClip()),
    ];
    const people = await Promise.all(Array.from({ length: visitors }, () => makeConsumer(world)));
    const browserOf = (cookie?: string) =>
      new Browser({ port, origin, secure: true, ...(cookie ? { cookie } : {}) });

    let over = false;
    let requests = 0;
    const failures: number[] = [];
    const causes = new Map<string, number>();
    let asked = 0;
    const ask = async (reply: () => Promise<{ status: number }>, name: string) => {
      requests += 1;
      const status = await reply().then(
        (answer) => answer.status,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (typeof status === "number" && status < 500) return;
      failures.push(Date.now());
      causes.set(`${name} ${status}`, (causes.get(`${name} ${status}`) ?? 0) + 1);
    };
    const visit = async (at: number) => {
      const anonymous = browserOf();
      const signedIn = browserOf(people[at]?.cookie);
      while (!over) {
        asked += 1;
        await ask(() => anonymous.get(`/marketplace?maxPrice=${5_000 + asked}`), "marketplace");
        await ask(() => anonymous.get(`/videos/${videoIds[0]}`), "sales page");
        await ask(() => signedIn.get("/purchases"), "purchases");
        await wait(250);
      }
    };
    /** Someone new begins a checkout, tries again while it fails, and pays once it is open. */
    const paid: string[] = [];
    const buy = async () => {
      while (!over) {
        const buyer = people[paid.length % people.length];
        const videoId = videoIds[Math.floor(paid.length / people.length) % videoIds.length];
        if (!buyer || paid.length >= people.length * videoIds.length) return;
        const reply = await browserOf(buyer.cookie)
          .post(`/videos/${videoId}/checkout`)
          .catch(() => undefined);
        const checkoutId = reply?.location?.match(/cs_\w+/)?.[0];
        if (!checkoutId) {
          await wait(500);
          continue;
        }
        world.setTime(new Date());
        await world.stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
        paid.push(checkoutId);
        await wait(1_000);
      }
    };
    const traffic = [...Array.from({ length: visitors }, (_, at) => visit(at)), buy()];

    const table: Noticed[] = [];
    const during = async (part: string, change: () => Promise<void> | void) => {
      const before = { requests, failures: failures.length, bought: paid.length };
      await change();
      await wait(afterMs);
      const own = failures.slice(before.failures);
      const seconds = own.length > 0 ? ((own.at(-1) ?? 0) - (own[0] ?? 0)) / 1000 : 0;
      table.push({
        part,
        requests: requests - before.requests,
        failed: own.length,
        seconds: Math.round(seconds * 10) / 10,
        bought: paid.length - before.bought,
      });
      // Whatever happened, it is over: the newest failure is before the last quarter.
      expect(own.at(-1) ?? 0, `${part}: ${JSON.stringify([...causes])}`).toBeLessThan(
        Date.now() - afterMs / 4,
      );
    };
    await wait(3_000);
    await during("nothing", () => wait(awayMs));
    await during("one server stopped and started", async () => {
      await first.stop();
      await wait(awayMs);
      await first.start();
    });
    await during("one server killed and started", async () => {
      await second.kill();
      await wait(awayMs);
      await second.start();
    });
    await during("PgBouncer killed and started", () => pgbouncer.restart());
    await during("replica stopped and started", async () => {
      postgres.stop("replica", "fast");
      await wait(awayMs);
      postgres.start("replica");
    });
    await during("bucket away", async () => {
      s3.fail({ how: "error" });
      await wait(awayMs);
      s3.heal();
    });
    await during("primary restarted", async () => {
      postgres.stop("primary", "fast");
      postgres.start("primary");
    });
    await during("primary killed, replica promoted", async () => {
      postgres.stop("primary", "immediate");
      postgres.promote();
      pgbouncer.useDatabases(leadTo("replica"));
    });
    over = true;
    await Promise.all(traffic);
    console.table(table);
    console.log(JSON.stringify([...causes]));

    expect(paid.length).toBeGreaterThan(10);
    const states = async () => {
      const { rows } = await sql<{ status: string; number: number }>`
        SELECT status, count(*)::int AS number FROM sales WHERE provider_checkout_id = ANY(${paid}) GROUP BY status`.execute(
        services.db,
      );
      return rows;
    };
    await vi.waitFor(
      async () => expect(await states()).toEqual([{ status: "completed", number: paid.length }]),
      {
        timeout: 90_000,
        interval: 1_000,
      },
    );
    const violations = await sql`SELECT * FROM ledger_violations`.execute(services.db);
    expect(violations.rows).toEqual([]);
    // No job was done twice: each buyer has one receipt for each purchase.
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ number: number }>`
          SELECT count(*)::int AS number FROM mails WHERE status = 'waiting' AND kind = 'receipt'`.execute(
          services.db,
        );
        expect(rows).toEqual([{ number: 0 }]);
      },
      { timeout: 90_000, interval: 1_000 },
    );
    const receipts = await sql<{ number: number }>`
      SELECT count(*)::int AS number FROM mails WHERE kind = 'receipt' AND status = 'sent' GROUP BY sale_id HAVING count(*) <> 1`.execute(
      services.db,
    );
    expect(receipts.rows).toEqual([]);
    const noticed = Object.fromEntries(table.map(({ part, failed }) => [part, failed]));
    expect(noticed).toMatchObject({
      nothing: 0,
      "one server stopped and started": 0,
      "replica stopped and started": 0,
      "bucket away": 0,
    });
  },
);
