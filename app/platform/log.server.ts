import { hostname } from "node:os";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

/** Set by the bundler (dev/build-server.ts): the commit, or the version where there is no repository. */
declare const BUILT_FROM: string | undefined;

/** The release that runs, for log lines and metrics. `RELEASE`, set by the operator, wins over what the build noted. */
export const release =
  process.env.RELEASE || (typeof BUILT_FROM === "string" ? BUILT_FROM : undefined) || "development";

export type Log = Logger;

/** Pino's. */
const severities = { error: 50, fatal: 60 };

/** An error that was logged as `err` at level error or fatal. */
export interface LoggedError {
  error: Error;
  level: "error" | "fatal";
  message: string;
  request?: { id?: string; method?: string } | undefined;
}

/**
 * Returns the process's log: one JSON line per event, with host, pid and release. Never log cookies, authorization
 * headers or bodies, and only the path of a URL (`http/request-log.server.ts`). `level`: the lowest level written.
 * `to`: standard output by default. `onError`: called for each error that is logged
 */
export function createLog(
  level: string,
  to: DestinationStream = writeTo(1),
  onError?: (logged: LoggedError) => void,
): Log {
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
  const hooks: LoggerOptions["hooks"] = onError && {
    logMethod(args, method, severity) {
      if (severity >= severities.error) noteError(onError, args, severity, this.bindings());
      method.apply(this, args);
    },
  };
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base, timestamp, redact: { paths, remove: true }, ...(hooks ? { hooks } : {}) }, to);
}

type Facts = { err?: unknown; req?: LoggedError["request"] };

function noteError(
  onError: (logged: LoggedError) => void,
  args: readonly unknown[],
  severity: number,
  bindings: Facts,
): void {
  const [facts, message] = args;
  if (typeof facts !== "object" || facts === null) return;
  const { err: error, req = bindings.req } = facts as Facts;
  if (!(error instanceof Error)) return;
  const level = severity >= severities.fatal ? "fatal" : "error";
  onError({ error, level, message: String(message ?? ""), request: req });
}

/**
 * Lines are gathered up to so many characters or milliseconds: a write for each costs as much as a page that is kept.
 */
const gathering = { characters: 32_768, ms: 200 };

const atExit = new Set<() => void>();

function writeAll(): void {
  for (const write of atExit) write();
}

/**
 * Returns a destination that drops lines it cannot write, such as on a full disk, instead of ending the process. Lines
 * are written within 200 ms, and before the process exits. `target`: a file descriptor or a path.
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
