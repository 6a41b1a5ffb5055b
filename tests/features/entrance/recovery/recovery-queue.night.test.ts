import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { startWorker } from "~/server/worker.server";
import { startMailbox } from "../../../../dev/mailbox/start-mailbox";
import { findFreePort } from "../../../../dev/postgres/free-port";
import { asOwner } from "../../../support/as-owner";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { linkIn, nextMail } from "../../../support/mails";
import { makeConsumer } from "../../../support/people";
import { readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { askForMail, resetBy, tokenIn } from "./recovery-flow";

/** A mail server that is not running yet, and a product without a worker. */
const smtpPort = await findFreePort();
const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1", SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
const { db } = world.services;
const { port } = await startHttpApp(world);
const started: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const each of started.reverse()) await each.close();
});

interface Queued {
  identifier: string;
  payload: { email: string };
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  seconds: number;
}

async function listJobs(): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    SELECT tasks.identifier, jobs.payload, jobs.attempts, jobs.max_attempts, jobs.last_error,
      extract(epoch FROM jobs.run_at - now())::float8 AS seconds
    FROM graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE tasks.identifier <> 'sweep' ORDER BY jobs.id`.execute(db);
  return rows;
}

const withoutNames = ({ body }: Reply, email: string) =>
  body
    .replaceAll(email, "EMAIL")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replace(/nonce="[^"]*"/g, "NONCE");

test("a known and an unknown e-mail get the same response after the same work", async () => {
  const beto = await makeConsumer(world);
  const emails = [beto.email, "nobody@example.com"];
  const statements: string[][] = [];
  const replies: Reply[] = [];
  const pages: string[] = [];
  for (const email of emails) {
    const asked: string[] = [];
    const query = vi.spyOn(world.services.pool, "query");
    const browser = new Browser({ port });
    replies.push(await askForMail(browser, email));
    asked.push(...query.mock.calls.map(([statement]) => JSON.stringify(statement)).map(withoutValues));
    query.mockRestore();
    statements.push(asked);
    pages.push(withoutNames(await browser.get("/forgot-password?sent=1"), email));
  }
  const [known, unknown] = replies;
  expect([unknown?.status, unknown?.location]).toEqual([known?.status, known?.location]);
  expect(unknown?.setCookies).toEqual(known?.setCookies);
  expect(pages[1]).toBe(pages[0]);
  expect(statements[1]).toEqual(statements[0]);
  const jobs = await listJobs();
  expect(jobs.map(({ payload }) => payload.email)).toEqual(emails);
  const shapes = jobs.map(({ payload, seconds: _, ...job }) => ({
    ...job,
    payload: { ...payload, email: "" },
  }));
  expect(shapes[1]).toEqual(shapes[0]);
});

/** The rate limiter's statement without its values. */
function withoutValues(statement: string): string {
  return statement.replace(/"values":\[.*?\]/, "");
}

test("repeated requests for an e-mail leave one waiting job", async () => {
  const ana = await makeConsumer(world);
  for (let at = 0; at < 4; at++) await askForMail(new Browser({ port }), ana.email);
  const mine = (await listJobs()).filter(({ payload }) => payload.email === ana.email);
  expect(mine).toHaveLength(1);
});

test("the job is retried while the mail server is unavailable", async () => {
  const caio = await makeConsumer(world);
  const worker = await startWorker(world.services);
  started.push({ close: () => worker.stop() });
  expect((await askForMail(new Browser({ port }), caio.email)).status).toBe(303);
  const findJob = async () => (await listJobs()).find(({ payload }) => payload.email === caio.email);
  const failed = await vi.waitFor(
    async () => {
      const job = await findJob();
      if (!job?.last_error) throw new Error("not tried yet");
      return job;
    },
    { timeout: 20_000 },
  );
  expect(failed).toMatchObject({ attempts: 1, max_attempts: 20 });
  expect(failed.last_error).toMatch(/ECONNREFUSED/);
  expect(failed.seconds).toBeGreaterThan(0);
  expect(world.logged.some(({ level, part }) => Number(level) >= 40 && part === "worker")).toBe(true);

  const mailbox = await startMailbox({ smtpPort });
  started.unshift(mailbox);
  const mail = await nextMail(mailbox, caio.email);
  const link = linkIn(mail);
  await vi.waitFor(async () => expect(await findJob()).toBeUndefined(), { timeout: 20_000 });
  const told = JSON.stringify([failed, world.logged]);
  expect(told.includes(tokenIn(link))).toBe(false);
  // The failed attempt had another link, which must not be logged either.
  expect(told).not.toMatch(/token=|[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/);
  expect((await resetBy(new Browser({ port }), link)).status).toBe(303);
});

test("the job sends no mail to an unknown e-mail", async () => {
  await vi.waitFor(async () => expect(await listJobs()).toEqual([]), { timeout: 20_000 });
  const resets = await readRows(db, "password_resets", {}, "user_id");
  const known = await readRows(db, "users", {}, "id");
  const ids = known.map(({ id }) => id);
  for (const { user_id } of resets) expect(ids).toContain(user_id);
});

test("a failing queue is reported on the page", async () => {
  await asOwner(db, "ALTER FUNCTION graphile_worker.add_job RENAME TO add_job_away");
  const replies = [
    await askForMail(new Browser({ port }), "someone@example.com"),
    await askForMail(new Browser({ port }), "someone@example.com", "/forgot-password?lng=en"),
  ];
  await asOwner(db, "ALTER FUNCTION graphile_worker.add_job_away RENAME TO add_job");
  expect(replies.map(({ status }) => status)).toEqual([503, 503]);
  expect(replies[0]?.body.includes("Erro ao enviar email de recuperação. Tente novamente.")).toBe(true);
});
