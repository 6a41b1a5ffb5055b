/**
 * Parses a line of the server's log, also after a prefix of a supervisor or a log shipper; undefined where it is no
 * JSON object.
 */
export function parseLogLine(line: string): Record<string, unknown> | undefined {
  const begin = line.indexOf("{");
  if (begin < 0) return undefined;
  try {
    return JSON.parse(line.slice(begin));
  } catch {
    return undefined;
  }
}
