/** The longest text that a cell of a workbook holds, in UTF-16 units (Excel's specifications and limits). */
export const longestCell = 32_767;

/** Cuts what no cell would hold, and says so by an ellipsis; never through the middle of a character. */
export function cutToCell(text: string): string {
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
