/** Returns a LIKE pattern for texts that contain `text`. Escapes LIKE wildcards: "100%" finds "100%" and not "1000". */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
