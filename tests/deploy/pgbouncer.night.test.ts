/** The product behind PgBouncer in transaction mode: in the long tests, where Debian's is installed. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { listJobs } from "~/server/tools/jobs.queries.server";
import { startWorker } from "~/server/worker.server";
import { checkDirectConnection } from "../../dev/doctor/check-database";
import { findFreePort } from "../../dev/postgres/free-port";
import { mustBegin, patch } from "../features/studio/uploads/tus";
import { Browser } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { makeConsumer, makeCreator, makeMp4, makeVideo } from "../support/people";
import { pgbouncerProgram, startPgBouncer } from "../support/pgbouncer";
import { readRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";
import { findSkipReason, withReason } from "./skip-reason";

const skipped = await findSkipReason({ programs: [pgbouncerProgram], packages: "pgbouncer", root: true });

test.skipIf(skipped)(
  withReason(
    "behind PgBouncer with three connections: pages, parallel sign-ins, purchases, webhooks, uploads and jobs",
    skipped,
  ),
  {
    timeout: 240_000,
  },
  async () => {
    const port = await findFreePort();
    let direct = "";
    const world = await startTestWorld((databaseUrl) => {
      direct = databaseUrl;
      const through = new URL(databaseUrl);
      through.port = String(port);
      return { DATABASE_URL: through.href, DATABASE_DIRECT_URL: databaseUrl, TRUSTED_PROXY_HOPS: "1" };
    });
    const { hostname, port: serverPort, username, password } = new URL(direct);
    const pgbouncer = startPgBouncer({
      port,
      databases: `* = host=${hostname} port=${serverPort}`,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      poolSize: 3,
    });
    try {
      const { db, jobPool } = world.services;
      await expect
        .poll(() => sql`SELECT 1`.execute(db).then(() => true, String), { timeout: 20_000 })
        .toBe(true);

      const ana = await makeCreator(world);
      const app = await startHttpApp(world);
      const browser = new Browser({ port: app.port, cookie: ana.cookie });
      // More requests at once than connections to the server.
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          browser.get(at % 2 === 0 ? "/marketplace" : "/creator/dashboard"),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      // Each connection of the pool to the server meets statements that other connections sent before.
      const people = await Promise.all(Array.from({ length: 6 }, () => makeCreator(world)));
      const logins = await Promise.all(
        [...people, ...people, ...people, ana].map(({ email, password }) =>
          new Browser({ port: app.port }).post("/creator-login", { email, password }),
        ),
      );
      expect(logins.map(({ status }) => status)).toEqual(logins.map(() => 303));

      // Purchases that are paid at once, beside uploads.
      const videoId = await makeVideo(world, ana);
      world.stripe.setWebhookUrl(`http://localhost:${app.port}/webhooks/stripe`);
      const buyers = await Promise.all(Array.from({ length: 8 }, () => makeConsumer(world)));
      const file = makeMp4(40_000);
      const uploads = people.map(async ({ cookie }) => {
        const sender = { port: app.port, cookie };
        return (await patch(sender, await mustBegin(sender, file), 0, file)).status;
      });
      const purchases = buyers.map(async ({ cookie }) => {
        const reply = await new Browser({ port: app.port, cookie }).post(`/videos/${videoId}/checkout`);
        await world.stripe.pay(reply.location?.split("/").at(-1) ?? "", {
          method: "card",
          outcome: "succeed",
        });
      });
      expect(await Promise.all(uploads)).toEqual(people.map(() => 204));
      await Promise.all(purchases);
      const statuses = async () => (await readRows(db, "sales", {}, "status")).map(({ status }) => status);
      expect(await statuses()).toEqual(buyers.map(() => "completed"));

      // Jobs are heard of by LISTEN on the direct connection.
      const worker = await startWorker(world.services);
      await addJob(db, "check-streams", {});
      // Mails stay: there is no mail server.
      const left = async () => (await listJobs(db, 10)).map(({ name }) => name);
      await expect.poll(left, { timeout: 20_000 }).not.toContain("check-streams");
      await worker.stop();
      await jobPool.end();

      // Without the direct connection, the doctor says what is missing.
      const { env } = world.services;
      expect(await checkDirectConnection(env)).toMatchObject([{ level: "ok" }]);
      expect(await checkDirectConnection({ ...env, DATABASE_DIRECT_URL: undefined })).toMatchObject([
        { level: "fail", text: expect.stringContaining("set DATABASE_DIRECT_URL") },
      ]);
    } finally {
      await world.services.db.destroy();
      await pgbouncer.stop();
    }
  },
);
