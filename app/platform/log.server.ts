import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * The process's log: one JSON line an event. What identifies or opens something never gets in: no cookies,
 * no authorization, no bodies, and of an address only its path (see `http/request-log.server.ts`).
 * `level`: the least that is written. `to`: the standard output by default.
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
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, remove: true } },
    to,
  );
}

/**
 * Returns a destination that loses lines where it cannot write, as on a full disk, rather than end the process.
 * `target`: a file descriptor or a path.
 */
export function writeTo(target: number | string): DestinationStream {
  const destination = pino.destination(target);
  destination.on("error", () => {});
  return destination;
}
