/**
 * Makes a workbook, as the whole of a worker thread: 100,000 rows take seconds, in which a server answers nobody.
 * An entry of its own in the build (dev/build-server.ts). Told the sheet as `workerData`, then batches of rows as JSON
 * arrays, then `null`; answers with the file, once, and waits to be ended: a thread that ends by itself may take its answer along.
 */
import { parentPort, workerData } from "node:worker_threads";
import XLSX, { type CellObject, type WorkSheet } from "sheetjs-style";
import { cutToCell, toDaySerial } from "./cell-text";
import type { ExportSheet } from "./export-file";

const { sheet: name, columns } = workerData as ExportSheet;
const dayColumn = columns.length - 1;

// The colours of a main button (app/brand.ts, light).
const headerStyle = {
  font: { bold: true, color: { rgb: "FFFFFF" } },
  fill: { patternType: "solid", fgColor: { rgb: "B7420C" } },
  alignment: { vertical: "center", wrapText: true },
};

const header = columns.map(({ title }) => ({ t: "s", v: title, s: headerStyle }) as CellObject);
/** Rows of cells: what the package calls a dense sheet, half the memory of one by cell names. */
const rows: CellObject[][] = [header];

/** Text is text, also where it begins as a formula does; the last column is a day. */
function toCell(text: string, column: number): CellObject {
  if (column === dayColumn) return { t: "n", v: toDaySerial(text), z: "dd/mm/yyyy" };
  return { t: "s", v: cutToCell(text) };
}

parentPort?.on("message", (batch: string | null) => {
  if (batch !== null) {
    for (const row of JSON.parse(batch) as string[][]) rows.push(row.map(toCell));
    return;
  }
  const sheet: WorkSheet = Object.assign(rows, {
    "!ref": XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: dayColumn } }),
    "!cols": columns.map(({ width }) => ({ wch: width })),
    "!rows": [{ hpt: 24 }],
    "!autofilter": {
      ref: XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: dayColumn } }),
    },
  });
  const written = XLSX.write(
    { SheetNames: [name], Sheets: { [name]: sheet } },
    { type: "buffer", bookType: "xlsx", compression: true },
  ) as Buffer;
  const file = new Uint8Array(written);
  parentPort?.postMessage(file, [file.buffer]);
});
