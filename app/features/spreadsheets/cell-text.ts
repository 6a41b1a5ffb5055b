/** The longest text that a cell of a workbook holds, in UTF-16 units (Excel's specifications and limits). */
export const longestCell = 32_767;

/**
 * Returns the text as a cell holds it: too long a text cut, never through the middle of a character, with an ellipsis;
 * a carriage return alone as a space, because LibreOffice shows its escape (`_x000d_`) to the letter.
 */
export function cutToCell(written: string): string {
  const text = written.replaceAll("\r\n", "\n").replaceAll("\r", " ");
  if (text.length <= longestCell) return text;
  return `${text.slice(0, longestCell - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/**
 * The day "2026-11-21", or the moment "2026-11-21 14:30", as spreadsheets count days: 1 January 1970 is the 25,569th,
 * and noon is half a day.
 */
export function toSerial(written: string): number {
  const [day, time = "00:00"] = written.split(" ");
  return Date.parse(`${day}T${time}:00Z`) / 86_400_000 + 25_569;
}
