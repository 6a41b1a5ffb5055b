/** A day's work is done once, however many servers run and however often they start. */
import { EventEmitter, once } from "node:events";
import { Logger, run } from "graphile-worker";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { jobTimes } from "~/server/sweep.server";
import { openAsOwner } from "../support/as-owner";
import { startTestWorld } from "../support/test-services";

const { services } = await startTestWorld();
const owner = await openAsOwner(services.db);
const daily = jobTimes.filter((line) => line.includes("?fill="));
const nameOf = (line: string) => line.split(" ")[5] ?? "";
const ran: string[] = [];

async function startServer() {
  const events = new EventEmitter();
  const started = once(events, "cron:started");
  const count = (name: string) => [name, async () => void ran.push(name)] as const;
  const runner = await run({
    pgPool: services.jobPool,
    events,
    noHandleSignals: true,
    crontab: daily.join("\n"),
    preset: { worker: { preparedStatements: false } },
    logger: new Logger(() => () => {}),
    taskList: Object.fromEntries(daily.map((line) => count(nameOf(line)))),
  });
  await started;
  return runner;
}

async function waitForJobs(): Promise<void> {
  const left = () => sql`SELECT FROM graphile_worker._private_jobs`.execute(owner);
  await expect.poll(async () => (await left()).rows.length, { timeout: 20_000 }).toBe(0);
}

/** Whether the last time of a line, in UTC, is within the 20 hours that a start makes up for. */
function isMissed(line: string, now: Date): boolean {
  const [minute, hour] = line.split(" ").map(Number);
  const at = new Date(now);
  at.setUTCHours(hour ?? 0, minute ?? 0, 0, 0);
  const age = now.getTime() - at.getTime();
  return (age < 0 ? age + 24 * 3_600_000 : age) <= 20 * 3_600_000;
}

test("two servers that start at once, and one that starts again, do what was missed once", async () => {
  await (await startServer()).stop();
  await sql`UPDATE graphile_worker._private_known_crontabs
    SET known_since = now() - interval '3 days', last_execution = now() - interval '2 days'`.execute(owner);
  const missed = daily.filter((line) => isMissed(line, new Date())).map(nameOf);
  expect(missed).not.toEqual([]);
  const servers = await Promise.all([startServer(), startServer()]);
  await waitForJobs();
  await Promise.all(servers.map((server) => server.stop()));
  const again = await startServer();
  await waitForJobs();
  await again.stop();
  expect(ran.sort()).toEqual(missed.sort());
});
