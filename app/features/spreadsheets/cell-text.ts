/** The longest text of a workbook's cell, in UTF-16 units (Excel's specifications and limits). */
export const longestCell = 32_767;

/**
 * Returns a text as a cell can hold it: too long a text cut between characters, with an ellipsis; a lone carriage return
 * as a space, because LibreOffice shows its escape (`_x000d_`) as text.
 */
export function cutToCell(written: string): string {
  const text = written.replaceAll("\r\n", "\n").replaceAll("\r", " ");
  if (text.length <= longestCell) return text;
  return `${text.slice(0, longestCell - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Returns the day "2026-11-21" or moment "2026-11-21 14:30" as a spreadsheet's serial: days since 30 December 1899. */
export function toSerial(written: string): number {
  const [day, time = "00:00"] = written.split(" ");
  return Date.parse(`${day}T${time}:00Z`) / 86_400_000 + 25_569;
}
