/** Loaded into the app: on SIGUSR2, writes the longest block of its event loop since the last time. */
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const resolution = 2;
if (isMainThread && process.env.BENCH_LOOP_FILE) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  process.on("SIGUSR2", () => {
    // The measured delay includes the timer's own interval.
    writeFileSync(process.env.BENCH_LOOP_FILE ?? "", String(delay.max / 1e6 - resolution));
    delay.reset();
  });
}
