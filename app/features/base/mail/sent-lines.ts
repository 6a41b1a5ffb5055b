import { parseLogLine } from "~/features/base/form-fields/log-line";

export interface LoggedMail {
  key: string;
  kind: string;
}

/**
 * Reads the sent mails in lines of the server's log, each once. Other lines, and those that are no JSON, are skipped.
 * `message`: of the lines about sent mails.
 */
export function parseSentLines(log: string, message: string): LoggedMail[] {
  const found = new Map<string, LoggedMail>();
  for (const line of log.split("\n")) {
    if (!line.includes(message)) continue;
    const { msg, mailKey: key, kind } = parseLogLine(line) ?? {};
    if (msg === message && isShort(key, 200) && isShort(kind, 40)) found.set(key, { key, kind });
  }
  return [...found.values()];
}

function isShort(value: unknown, max: number): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= max;
}
