/** Jobs of a process that ended: recorded before it exits, or released once it is known to be dead. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import type { Mailer } from "~/integrations/mail/mail";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { startWorker } from "~/server/worker.server";
import { asOwner } from "../support/as-owner";
import { nextMail, openMailbox } from "../support/mails";
import { makeConsumer } from "../support/people";
import { startTestWorld } from "../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { services } = world;
const { db } = services;

let running: { stop(): Promise<void> }[] = [];
async function work(changes: Partial<typeof services> = {}) {
  const worker = await startWorker({ ...services, ...changes });
  running.push(worker);
  await vi.waitFor(async () => expect((await listRunners()).length).toBeGreaterThanOrEqual(2));
  return {
    async stop() {
      running = running.filter((other) => other !== worker);
      await worker.stop();
    },
  };
}
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db);
});

async function listRunners(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM job_runners WHERE id <> ALL(ARRAY['pool-killed', 'pool-alive', 'pool-other'])`.execute(db);
  return rows.map(({ id }) => id);
}

interface Queued {
  id: string;
  locked_by: string | null;
  attempts: number;
  last_error: string | null;
}

async function listMailJobs(): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    SELECT jobs.id, jobs.locked_by, jobs.attempts, jobs.last_error FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE tasks.identifier = 'send-recovery-mail'`.execute(db);
  return rows;
}

const recovery = (email: string) =>
  addJob(db, "send-recovery-mail", { email, locale: "pt", area: "learner" }, { key: randomUUID() });

/** Makes a runner look silent for a minute, while others were watching. */
async function passAMinute(silentRunner: string): Promise<void> {
  await sql`UPDATE job_runners SET steady_since = steady_since - interval '1 minute'`.execute(db);
  await sql`UPDATE job_runners SET seen_at = seen_at - interval '1 minute' WHERE id = ${silentRunner}`.execute(
    db,
  );
}

/** Locks the waiting mail job like a runner that is then killed. */
async function lockFor(runner: string): Promise<void> {
  await sql`INSERT INTO job_runners (id) VALUES (${runner})`.execute(db);
  await sql`
    UPDATE graphile_worker._private_jobs SET locked_by = ${runner}, locked_at = now(), attempts = attempts + 1
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'send-recovery-mail')`.execute(
    db,
  );
}

async function slowDown(event: "DELETE" | "UPDATE"): Promise<() => Promise<void>> {
  await asOwner(
    db,
    `CREATE FUNCTION public.slow_write() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN PERFORM pg_sleep(1); RETURN COALESCE(OLD, NEW); END $$;
     CREATE TRIGGER slow BEFORE ${event} ON graphile_worker._private_jobs
     FOR EACH ROW EXECUTE FUNCTION public.slow_write()`,
  );
  return () =>
    asOwner(db, "DROP TRIGGER slow ON graphile_worker._private_jobs; DROP FUNCTION public.slow_write");
}

test("stopping waits until a finished job is recorded", async () => {
  const ana = await makeConsumer(world);
  const worker = await work();
  const restore = await slowDown("DELETE");
  await recovery(ana.email);
  await nextMail(mailbox, ana.email);
  await worker.stop();
  expect(await listMailJobs()).toEqual([]);
  await restore();
});

test("stopping waits until a failed job is released", async () => {
  const ana = await makeConsumer(world);
  let failed = () => {};
  const failure = new Promise<void>((resolve) => (failed = resolve));
  const mailer: Mailer = {
    async send() {
      failed();
      throw new Error("no mail today");
    },
  };
  const worker = await work({ mailer });
  await recovery(ana.email);
  await failure;
  await worker.stop();
  expect(await listMailJobs()).toMatchObject([{ locked_by: null, attempts: 1, last_error: "no mail today" }]);
});

test("a stopped worker leaves no locks", async () => {
  const worker = await work();
  expect(await listRunners()).toHaveLength(3);
  await worker.stop();
  expect(await listRunners()).toEqual([]);
});

test("the next process takes over a killed process's job, long before four hours", async () => {
  const ana = await makeConsumer(world);
  await recovery(ana.email);
  await lockFor("pool-killed");
  await work();
  await passAMinute("pool-killed");
  await nextMail(mailbox, ana.email);
  await vi.waitFor(async () => expect(await listMailJobs()).toEqual([]), { timeout: 20_000 });
});

test("a live process keeps its job", async () => {
  const ana = await makeConsumer(world);
  await recovery(ana.email);
  await lockFor("pool-alive");
  await work();
  await sql`UPDATE job_runners SET steady_since = steady_since - interval '1 minute'`.execute(db);
  await sql`UPDATE job_runners SET seen_at = now() + interval '1 minute' WHERE id = 'pool-alive'`.execute(db);
  await addJob(db, "sweep", {}, { key: randomUUID() });
  const beats = async () => {
    const newest = sql`SELECT max(seen_at) AS seen_at FROM job_runners WHERE id <> 'pool-alive'`;
    return (await newest.execute(db)).rows;
  };
  const before = await beats();
  await vi.waitFor(async () => expect(await beats()).not.toEqual(before), { timeout: 20_000 });
  expect(await listMailJobs()).toMatchObject([{ locked_by: "pool-alive" }]);
  await sql`DELETE FROM job_runners WHERE id = 'pool-alive'`.execute(db);
});

test("runners wait for heartbeats after a database outage before they unlock jobs", async () => {
  const ana = await makeConsumer(world);
  await recovery(ana.email);
  await lockFor("pool-other");
  await work();
  await sql`
    UPDATE job_runners SET seen_at = now() - interval '1 minute', steady_since = now() - interval '1 hour'`.execute(
    db,
  );
  const judged = async () => {
    const steady = sql`SELECT FROM job_runners WHERE steady_since > now() - interval '1 minute'`;
    return (await steady.execute(db)).rows.length;
  };
  await vi.waitFor(async () => expect(await judged()).toBeGreaterThan(0), { timeout: 20_000 });
  expect(await listMailJobs()).toMatchObject([{ locked_by: "pool-other" }]);
  await sql`DELETE FROM job_runners WHERE id = 'pool-other'`.execute(db);
});

test("a mail rejected after its end is sent again", async () => {
  const ana = await makeConsumer(world);
  const real = services.mailer as Mailer;
  let tries = 0;
  const mailer: Mailer = {
    async send(mail, options) {
      tries += 1;
      if (tries > 1) return real.send(mail, options);
      await options?.beforeHandOver?.();
      throw new Error("554 refused");
    },
  };
  await work({ mailer });
  await recovery(ana.email);
  await vi.waitFor(async () => expect((await listMailJobs())[0]?.last_error).toBe("554 refused"), {
    timeout: 20_000,
  });
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now()`.execute(db);
  await nextMail(mailbox, ana.email);
});

test("a failed job is logged with its task and attempts in fields, without its payload", async () => {
  const mailer: Mailer = {
    async send() {
      throw new Error("554 refused");
    },
  };
  const ana = await makeConsumer(world);
  await work({ mailer });
  await recovery(ana.email);
  const linesOf = () => world.logged.filter(({ msg }) => String(msg).startsWith("a job failed"));
  const [job] = await vi.waitFor(async () => {
    const failed = (await listMailJobs()).filter(({ last_error: error }) => error !== null);
    expect(failed).toHaveLength(1);
    return failed;
  });
  await vi.waitFor(() => expect(linesOf()).not.toEqual([]));
  const line = linesOf().at(-1);
  expect(line).toMatchObject({
    level: 50,
    msg: "a job failed: it will be retried",
    job: job?.id,
    name: "send-recovery-mail",
    attempt: 1,
    milliseconds: expect.any(Number),
    err: { message: "554 refused", stack: expect.stringContaining("stuck-jobs") },
  });
  expect(JSON.stringify(line)).not.toContain(ana.email);
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now(), max_attempts = attempts + 1`.execute(db);
  await vi.waitFor(
    () => expect(linesOf().at(-1)).toMatchObject({ msg: "a job failed for the last time", attempt: 2 }),
    { timeout: 20_000 },
  );
});
