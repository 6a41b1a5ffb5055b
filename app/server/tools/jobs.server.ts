/** `node build/jobs.js` (docs/operations.md). */
import { openDatabase } from "~/platform/db.server";
import { parseJobCommand } from "./job-command";
import { listJobs, retryJobs, unlockJobs } from "./jobs.queries.server";

const shown = 200;

const command = parseJobCommand(process.argv.slice(2));
const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
if (!command || !url) {
  console.error(
    command ? "DATABASE_URL: missing" : "usage: jobs.js [list] | retry <id> … | retry --failed | unlock",
  );
  process.exit(2);
}
const { db } = openDatabase(url, (error) => console.error(error.message));
try {
  if (command.command === "list") {
    const jobs = await listJobs(db, shown);
    for (const { id, name, state, attempts, maxAttempts, runAt, error } of jobs) {
      const firstLine = error?.split("\n")[0]?.slice(0, 160) ?? "";
      console.log([id, state, name, `${attempts}/${maxAttempts}`, runAt.toISOString(), firstLine].join("\t"));
    }
    console.log(jobs.length === shown ? `The first ${shown} jobs.` : `${jobs.length} jobs.`);
  } else {
    const changed = command.command === "retry" ? await retryJobs(db, command.jobs) : await unlockJobs(db);
    const done = command.command === "retry" ? "run now" : "unlocked";
    console.log(changed.length > 0 ? `${done}: ${changed.join(", ")}` : "No such job.");
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.destroy();
}
