/** The processes between `npm start` and this one, whose end is noticed. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { Owner } from "./processes/owner";
import { isRunning, startMark } from "./processes/process-facts";

/** npm, the shell it runs a script in, and tsx. */
const maxLevels = 5;

/** Up to npm, nearest first; none if npm did not start it. A killed npm leaves its children running. */
export function findLaunchers(): Owner[] {
  const chain: Owner[] = [];
  for (let pid = process.ppid; pid > 1 && chain.length < maxLevels; ) {
    const started = startMark(pid);
    const facts = askAbout(pid);
    if (started === undefined || !facts) return [];
    chain.push({ pid, started });
    if (/^npm |npm-cli\.js/.test(facts.command)) return chain;
    pid = facts.parent;
  }
  return [];
}

export function onLauncherEnd(launchers: readonly Owner[], run: () => void): void {
  const looking = setInterval(() => {
    if (launchers.every(({ pid }) => isRunning(pid))) return;
    clearInterval(looking);
    run();
  }, 500).unref();
}

function askAbout(pid: number): { parent: number; command: string } | undefined {
  try {
    if (existsSync("/proc/self/stat")) {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return { parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") };
    }
    const words = ["-ww", "-o", "ppid=,command=", "-p", String(pid)];
    const [, parent, command = ""] =
      /^\s*(\d+)\s+(.*)/.exec(execFileSync("ps", words, { encoding: "utf8" })) ?? [];
    return { parent: Number(parent), command };
  } catch {
    return undefined;
  }
}
