/** The database is stopped and started ten times: everything that runs beside requests works after each time. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Mailer } from "~/integrations/mail/mail";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { readStalledSeconds } from "~/server/metrics/figures.queries.server";
import { startWorkerWhenReady } from "~/server/start-worker.server";
import { onServer } from "../../dev/postgres/on-server";
import { startWorldOnLine } from "../support/database-line";
import { makeConsumer } from "../support/people";
import { ownerUrlOf } from "../support/test-database";

const { line, world } = await startWorldOnLine({ SMTP_URL: "smtp://127.0.0.1:9" });
const { services } = world;
const { db } = services;
const ownerUrl = ownerUrlOf(services.env.DATABASE_URL);

/** Mails that the mailer has, by recipient; it answers those to `slow` addresses when `answer` is called. */
const sent: string[] = [];
let answer = () => {};
let answered: Promise<void> = Promise.resolve();
const mailer: Mailer = {
  async send(mail) {
    sent.push(mail.to);
    if (slow.has(mail.to)) await answered;
  },
};
const slow = new Set<string>();

const recovery = (email: string) =>
  addJob(db, "send-recovery-mail", { email, locale: "pt", area: "learner" }, { key: randomUUID() });

test("jobs, sweeps, crons and mails go on after each of ten stops", {
  timeout: 240_000,
}, async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => makeConsumer(world)));
  const worker = startWorkerWhenReady({ ...services, mailer });
  let afterFive = 0;
  try {
    for (let time = 1; time <= 10; time += 1) {
      sent.length = 0;
      slow.clear();
      const [first, second, ...others] = people.map(({ email }) => email);
      answered = new Promise((resolve) => (answer = resolve));
      // More jobs than one end while the database is away.
      for (const email of [first, second] as string[]) {
        slow.add(email);
        await recovery(email);
      }
      await vi.waitFor(() => expect(new Set(sent)).toEqual(slow), { timeout: 20_000 });
      // Every third time it hangs, and then another server answers in its place: LISTEN hears nothing of either.
      if (time % 3 === 0) line.hang();
      else if (time % 3 === 1) line.failOver();
      else await line.cut();
      answer();
      await new Promise((resolve) => setTimeout(resolve, time * 50));
      await line.mend();
      slow.clear();
      await vi.waitFor(() => db.selectFrom("users").select("id").limit(1).execute(), {
        timeout: 30_000,
      });
      for (const email of others) await recovery(email);
      await addJob(db, "sweep", {}, { key: `sweep ${time}` });
      await vi.waitFor(() => expect(sent).toEqual(expect.arrayContaining(others)), { timeout: 20_000 });
      await vi.waitFor(async () => expect(await countWaiting()).toBe(0), { timeout: 20_000, interval: 100 });
      if (time === 5) afterFive = Date.now();
    }
    expect(await readStalledSeconds(db)).toBe(0);
    await vi.waitFor(async () => expect(await lastCron()).toBeGreaterThan(afterFive), {
      timeout: 65_000,
      interval: 500,
    });
  } finally {
    await worker.stop();
  }
  // Nothing is left locked.
  const { rows } = await sql`SELECT id FROM job_runners`.execute(db);
  expect(rows).toEqual([]);
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    SELECT count(*)::integer AS number FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS task ON task.id = task_id
    WHERE identifier IN ('sweep', 'send-recovery-mail') AND run_at <= now()`.execute(db);
  return rows[0]?.number ?? Number.NaN;
}

const lastCron = () =>
  onServer(ownerUrl, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>(
      "SELECT max(last_execution) AS at FROM graphile_worker._private_known_crontabs",
    );
    return rows[0]?.at?.getTime() ?? 0;
  });
