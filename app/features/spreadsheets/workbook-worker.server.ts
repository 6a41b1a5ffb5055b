/**
 * Makes a workbook, as the whole of a worker thread: 100,000 rows take seconds, in which a server answers nobody.
 * An entry of its own in the build (dev/build-server.ts). Told the sheet as `workerData`, then batches of rows as JSON
 * arrays, then `null`; answers with the file, once, and waits to be ended: a thread that ends by itself may take its answer along.
 */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import XLSX, { type CellObject, type WorkSheet } from "sheetjs-style";
import { cutToCell, toSerial } from "./cell-text";
import { type CellValue, missing, type Sheet } from "./sheet";

// On Linux this is the calling thread's alone (setpriority(2), Notes): pages come before spreadsheets.
if (process.platform === "linux") setPriority(10);

const { sheet: name, columns } = workerData as Sheet;
const lastColumn = columns.length - 1;

// The colours of a main button (app/brand.ts, light).
const headerStyle = {
  font: { bold: true, color: { rgb: "FFFFFF" } },
  fill: { patternType: "solid", fgColor: { rgb: "B7420C" } },
  alignment: { vertical: "center", wrapText: true },
};

const header = columns.map(({ title }) => ({ t: "s", v: title, s: headerStyle }) as CellObject);
/** Rows of cells: what the package calls a dense sheet, half the memory of one by cell names. */
const rows: CellObject[][] = [header];

const formats = { day: "dd/mm/yyyy", moment: "dd/mm/yyyy hh:mm", cents: "#,##0.00" };

/** Text is text, also where it begins as a formula does; days, moments and amounts are numbers that look like them. */
function toCell(value: CellValue, column: number): CellObject {
  const holds = columns[column]?.holds ?? "text";
  if (value === null) return { t: "s", v: missing };
  if (holds === "text") return { t: "s", v: cutToCell(String(value)) };
  return { t: "n", v: typeof value === "number" ? value / 100 : toSerial(value), z: formats[holds] };
}

/** Countries, banks and days come again and again: rows share such cells, for fewer objects to keep. */
const sharedCells = columns.map(() => new Map<CellValue, CellObject>());
const mostShared = 2_000;

function findOrMakeCell(value: CellValue, column: number): CellObject {
  const shared = sharedCells[column];
  const known = shared?.get(value);
  if (known) return known;
  const cell = toCell(value, column);
  if (shared && shared.size < mostShared) shared.set(value, cell);
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
