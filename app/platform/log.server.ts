import { hostname } from "node:os";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

/** Set by dev/build-server.ts: the commit, or the version where there is no repository. */
declare const BUILT_FROM: string | undefined;

/** `RELEASE`, set by the operator, wins over what the build noted. */
export const release =
  process.env.RELEASE || (typeof BUILT_FROM === "string" ? BUILT_FROM : undefined) || "development";

export type Log = Logger;

const severities = { error: 50, fatal: 60 };

export interface LoggedError {
  error: Error;
  level: "error" | "fatal";
  message: string;
  request?: { id?: string; method?: string } | undefined;
}

/** Never log cookies, authorization headers or bodies, and only the path of a URL (`http/request-log.server.ts`). */
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

/** Lines are gathered: a write for each costs as much as a cached page. */
const gathering = { characters: 32_768, ms: 200 };

const atExit = new Set<() => void>();

function writeAll(): void {
  for (const write of atExit) write();
}

/** Drops lines it cannot write, such as on a full disk, instead of ending the process. `target`: descriptor or path. */
export function writeTo(target: number | string): DestinationStream {
  // Pino's own gathering counts all waiting bytes at each line.
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
    } catch {}
  });
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= gathering.characters) pass();
      else timer ??= setTimeout(pass, gathering.ms);
    },
  };
}
