import { hostname } from "node:os";
import { type DestinationStream, type Logger, pino } from "pino";
import { release } from "./release";

export type Log = Logger;

/**
 * Returns the process's log: one JSON line per event, with host, pid and release. Never log cookies, authorization headers or bodies, and only
 * the path of a URL (`http/request-log.server.ts`). `level`: the lowest level written. `to`: standard output by
 * default.
 */
export function createLog(level: string, to: DestinationStream = writeTo(1)): Log {
  const paths = [
    "*.password",
    "*.cookie",
    "*.authorization",
    "req.headers",
    "res.headers",
    "*.token",
    "*.secret",
  ];
  // Lines of several machines, processes and releases meet in one place.
  const base = { host: hostname(), pid: process.pid, release };
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, remove: true } }, to);
}

/** Lines are gathered up to so many characters or milliseconds: a write for each costs as much as a page that is kept. */
const gathering = { characters: 32_768, ms: 200 };

const atExit = new Set<() => void>();

function writeAll(): void {
  for (const write of atExit) write();
}

/**
 * Returns a destination that drops lines it cannot write, such as on a full disk, instead of ending the process. Lines are written
 * within 200 ms, and before the process exits. `target`: a file descriptor or a path.
 */
export function writeTo(target: number | string): DestinationStream {
  // Its own gathering counts all the bytes that wait at each line.
  const destination = pino.destination({ dest: target, sync: false, maxLength: 4 * 1024 * 1024 });
  destination.on("error", () => {});
  let gathered = "";
  let timer: NodeJS.Timeout | undefined;
  function pass(): void {
    clearTimeout(timer);
    timer = undefined;
    const lines = gathered;
    gathered = "";
    try {
      if (lines !== "") destination.write(lines);
    } catch {
      // The destination is closed: the process is ending.
    }
  }
  if (atExit.size === 0) process.on("exit", writeAll);
  atExit.add(() => {
    pass();
    try {
      destination.flushSync();
    } catch {
      // As above, or the lines cannot be written.
    }
  });
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= gathering.characters) pass();
      else timer ??= setTimeout(pass, gathering.ms);
    },
  };
}
