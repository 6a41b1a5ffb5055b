import { sql } from "kysely";
import { expect, test } from "vitest";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { listJobs, retryJobs, unlockJobs } from "~/server/tools/jobs.queries.server";
import { openTestDatabase } from "../support/test-database";

const db = await openTestDatabase();
const change = (name: string, set: string) =>
  sql`UPDATE graphile_worker._private_jobs SET ${sql.raw(set)} WHERE task_id = (
    SELECT id FROM graphile_worker._private_tasks WHERE identifier = ${name})`.execute(db);
const states = async () =>
  Object.fromEntries((await listJobs(db, 10)).map(({ name, state }) => [name, state]));

test("jobs are listed with their state, failed ones are retried, and those of a dead process unlocked", async () => {
  await addJob(db, "sweep", {});
  await addJob(db, "reconcile", {}, { runAt: new Date(Date.now() + 3_600_000) });
  await addJob(db, "settle-events", {});
  await addJob(db, "check-streams", {});
  await addJob(db, "resume-conversions", {});
  await sql`INSERT INTO job_runners (id) VALUES ('alive')`.execute(db);
  await change("settle-events", "attempts = max_attempts, last_error = 'planted'");
  await change("check-streams", "locked_at = now(), locked_by = 'dead'");
  await change("resume-conversions", "locked_at = now(), locked_by = 'alive'");

  expect(await states()).toEqual({
    sweep: "ready",
    reconcile: "scheduled",
    "settle-events": "failed",
    "check-streams": "locked",
    "resume-conversions": "locked",
  });
  const [first] = await listJobs(db, 10);
  expect(first).toMatchObject({ name: "settle-events", error: "planted", attempts: 20, maxAttempts: 20 });

  expect(await unlockJobs(db)).toHaveLength(1);
  expect(await unlockJobs(db)).toEqual([]);
  expect(await retryJobs(db, "failed")).toEqual([first?.id]);
  const later = (await listJobs(db, 10)).find(({ name }) => name === "reconcile");
  expect(await retryJobs(db, [later?.id ?? 0, 999_999])).toEqual([later?.id]);
  expect(await states()).toEqual({
    sweep: "ready",
    reconcile: "ready",
    "settle-events": "ready",
    "check-streams": "ready",
    "resume-conversions": "locked",
  });
});
