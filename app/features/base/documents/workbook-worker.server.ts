/**
 * Worker thread that makes a workbook: 100,000 rows take seconds, which would block the event loop. Built as its own entry
 * (dev/build-server.ts). Receives the sheet as `workerData`, then batches of rows as JSON, then `null`; posts the file and
 * waits to be terminated: a thread that ends by itself may lose its last message.
 */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import XLSX, { type CellObject, type WorkSheet } from "sheetjs-style";
import { type CellKind, type CellValue, cutToCell, guardText, missing, type Sheet, toSerial } from "./sheet";

const formats = { day: "dd/mm/yyyy", moment: "dd/mm/yyyy hh:mm", cents: "#,##0.00" };

/** Guards text as CSV does: saving as CSV writes the bare text, whatever the cell's type or `quotePrefix` says. */
function toCell(value: CellValue, holds: CellKind): CellObject {
  if (value === null || value === "") return { t: "s", v: missing };
  if (holds === "text") return { t: "s", v: cutToCell(guardText(String(value))) };
  return { t: "n", v: typeof value === "number" ? value / 100 : toSerial(value), z: formats[holds] };
}

// On Linux only the calling thread (setpriority(2), Notes): pages come before spreadsheets.
if (process.platform === "linux") setPriority(10);

const { sheet: name, columns } = workerData as Sheet;
const lastColumn = columns.length - 1;

const headerStyle = {
  font: { bold: true, color: { rgb: "FFFFFF" } },
  fill: { patternType: "solid", fgColor: { rgb: "B7420C" } },
  alignment: { vertical: "center", wrapText: true },
};

const header = columns.map(({ title }) => ({ t: "s", v: title, s: headerStyle }) as CellObject);
/** Dense: half the memory of a sheet by cell names. */
const rows: CellObject[][] = [header];

/** Repeated values (countries, banks, days) share a cell, to save memory. */
const sharedCells = columns.map(() => new Map<CellValue, CellObject>());
const maxShared = 2_000;

function findOrMakeCell(value: CellValue, column: number): CellObject {
  const shared = sharedCells[column];
  const known = shared?.get(value);
  if (known) return known;
  const cell = toCell(value, columns[column]?.holds ?? "text");
  if (shared && shared.size < maxShared) shared.set(value, cell);
  return cell;
}

parentPort?.on("message", (batch: string | null) => {
  if (batch !== null) {
    for (const row of JSON.parse(batch) as CellValue[][]) rows.push(row.map(findOrMakeCell));
    return;
  }
  const sheet: WorkSheet = Object.assign(rows, {
    "!ref": XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: lastColumn } }),
    "!cols": columns.map(({ width }) => ({ wch: width })),
    "!rows": [{ hpt: 24 }],
    "!autofilter": {
      ref: XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: lastColumn } }),
    },
  });
  const written = XLSX.write(
    { SheetNames: [name], Sheets: { [name]: sheet } },
    { type: "buffer", bookType: "xlsx", compression: true },
  ) as Buffer;
  const file = new Uint8Array(written);
  parentPort?.postMessage(file, [file.buffer]);
});
