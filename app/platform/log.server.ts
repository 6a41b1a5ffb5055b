import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * The process's log: one JSON line an event. What identifies or opens something never gets in: no cookies,
 * no authorization, no bodies, and of an address only its path (see `http/request-log.server.ts`).
 * Takes the least level written, and where to: the standard output, unless told otherwise.
 */
export function createLog(level: string, to: DestinationStream = pino.destination(1)): Log {
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
