/** Loaded into the app under test: says on SIGUSR2 how long its event loop stood still at most since the last time. */
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const resolution = 2;
if (isMainThread && process.env.BENCH_LOOP_FILE) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  process.on("SIGUSR2", () => {
    // What is measured is from one look to the next, the wait between them included.
    writeFileSync(process.env.BENCH_LOOP_FILE ?? "", String(delay.max / 1e6 - resolution));
    delay.reset();
  });
}
