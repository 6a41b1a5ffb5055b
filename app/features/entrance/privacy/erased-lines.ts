import { parseLogLine } from "~/features/base/form-fields/log-line";

export interface LoggedErasure {
  userId: string;
  keepReviews: boolean;
}

const isUuid = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/**
 * Reads the erasures in lines of the server's log, each account once. Other lines, and those that are no JSON, are
 * skipped.
 * `message`: of the lines about erasures. Reviews are kept only where the line says so.
 */
export function parseErasedLines(log: string, message: string): LoggedErasure[] {
  const found = new Map<string, LoggedErasure>();
  for (const line of log.split("\n")) {
    if (!line.includes(message)) continue;
    const entry = parseLogLine(line);
    if (entry?.msg === message && isUuid(entry.userId))
      found.set(entry.userId, { userId: entry.userId, keepReviews: entry.keepReviews === true });
  }
  return [...found.values()];
}
