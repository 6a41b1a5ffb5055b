/** Allows a prefix of a supervisor or log shipper; undefined if it is no JSON object. */
export function parseLogLine(line: string): Record<string, unknown> | undefined {
  const begin = line.indexOf("{");
  if (begin < 0) return undefined;
  try {
    return JSON.parse(line.slice(begin));
  } catch {
    return undefined;
  }
}
