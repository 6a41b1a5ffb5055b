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

/** Lines are written together, because a write for each costs as much as a page that is kept. */
const buffering = { sync: false, minLength: 12_288, periodicFlush: 200, maxLength: 4 * 1024 * 1024 };

/**
 * Returns a destination that drops lines it cannot write, such as on a full disk, instead of ending the process. Lines are written
 * within 200 ms, and before the process exits. `target`: a file descriptor or a path.
 */
export function writeTo(target: number | string): DestinationStream {
  const destination = pino.destination({ dest: target, ...buffering });
  destination.on("error", () => {});
  return destination;
}
