/**
 * Preloaded (`node --import`) into processes that must end with their parent, even after its SIGKILL: otherwise a
 * server would keep the port that the next start needs. A process whose parent has ended gets another
 * (credentials(7), getppid(2)), which is checked here. Plain JavaScript, because it runs in processes without
 * TypeScript.
 */
const lookEveryMs = 250;
/** Nobody waits for pending responses any more. */
const graceMs = 1_000;

const parent = process.ppid;
const looking = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(looking);
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref();
}, lookEveryMs).unref();
