/**
 * Preloaded (`node --import`) into processes that must not outlive the one that started them, not even when that one was
 * killed with SIGKILL and could tell nobody: a server left over would hold the port that the next start needs.
 *
 * A process whose parent has ended is handed to another (credentials(7), getppid(2)), which is what is looked for here.
 * Plain JavaScript, since it runs in processes that know no TypeScript.
 */
const lookEveryMs = 250;
/** Nobody is left to wait for answers under way. */
const graceMs = 1_000;

const parent = process.ppid;
const looking = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(looking);
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref();
}, lookEveryMs).unref();
