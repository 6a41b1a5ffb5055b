import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Resident memory of a process in bytes: proc(5), elsewhere ps(1). */
export function residentBytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  const kibibytes = existsSync(file)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kibibytes) * 1024;
}

/** Samples a process's resident memory ten times per second. Returns a function for the maximum so far. */
export function watchMemory(pid: number): () => number {
  let highest = residentBytes(pid);
  const timer = setInterval(() => {
    highest = Math.max(highest, residentBytes(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return Math.max(highest, residentBytes(pid));
  };
}

/** Processor time of a process so far, in seconds: proc(5), in ticks of 10 ms. Zero where there is no /proc. */
export function processorSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
