/**
 * Worker thread that draws a PDF: a hundred pages take seconds, which would block the event loop. Built as its own entry
 * (dev/build-server.ts). Receives the head as `workerData`, requests each block with "next", posts bytes, then "end". The
 * document is tagged for screen readers.
 */
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { openSync } from "fontkit";
import PDFDocument from "pdfkit";
import {
  drawableText,
  type PdfBlock,
  type PdfColumn,
  type PdfHead,
  type SheetMark,
  sheetFrame,
  sheetSize,
} from "./pdf-document";

// On Linux only the calling thread (setpriority(2), Notes): pages come before documents.
if (process.platform === "linux") setPriority(10);

const head = workerData as PdfHead;
const { resolve } = createRequire(import.meta.url);
/** pdfkit embeds woff, not woff2. */
const fontFiles = {
  regular: resolve("@fontsource/figtree/files/figtree-latin-400-normal.woff"),
  bold: resolve("@fontsource/figtree/files/figtree-latin-700-normal.woff"),
  display: resolve("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff"),
};
type FontName = keyof typeof fontFiles;
const glyphs = openSync(fontFiles.regular);
const hasGlyph = (codePoint: number) =>
  "hasGlyphForCodePoint" in glyphs && glyphs.hasGlyphForCodePoint(codePoint);
const text = (typed: string) => drawableText(typed, hasGlyph);

const ink = "#17130f";
const soft = "#5f564c";
const line = "#e3d9cb";
/** A4 in points. */
const page = head.isSheet
  ? { width: 841.89, height: 595.28, side: 0, top: 0, bottom: 0 }
  : { width: 595.28, height: 841.89, side: 48, top: 52, bottom: 64 };
const width = page.width - 2 * page.side;
const lastLine = page.height - page.bottom;

const doc = new PDFDocument({
  size: "A4",
  layout: head.isSheet ? "landscape" : "portrait",
  margins: { top: page.top, bottom: page.bottom, left: page.side, right: page.side },
  tagged: true,
  pdfVersion: "1.7",
  lang: head.language,
  displayTitle: true,
  info: { Title: text(head.title), Author: text(head.issuer) },
  autoFirstPage: false,
});
for (const [name, file] of Object.entries(fontFiles)) doc.registerFont(name, file);
doc.on("data", (bytes: Buffer) => {
  const copy = new Uint8Array(bytes);
  parentPort?.postMessage(copy, [copy.buffer]);
});
doc.on("end", () => parentPort?.postMessage("end"));

const root = doc.struct("Document");
doc.addStructure(root);

let pages = 0;
let y = page.top;

/** The page number is not read aloud. */
function addPage(): void {
  pages += 1;
  doc.addPage();
  if (head.isSheet) return;
  artifact(() => {
    // Text below the margin would begin another page.
    doc.page.margins.bottom = 0;
    doc.font("regular").fontSize(8).fillColor(soft);
    doc.text(text(`${head.title} · ${head.pageLabel} ${pages}`), page.side, page.height - 40, {
      width,
      lineBreak: false,
    });
    doc.page.margins.bottom = page.bottom;
  });
  y = page.top;
}

function artifact(draw: () => void): void {
  doc.markContent("Artifact", { type: "Pagination" });
  draw();
  doc.endMarkedContent();
}

interface Piece {
  font: FontName;
  size: number;
  color?: string;
  x?: number;
  width?: number;
  right?: boolean;
}

const heightOf = (typed: string, piece: Piece) =>
  doc
    .font(piece.font)
    .fontSize(piece.size)
    .heightOfString(text(typed) || " ", { width: piece.width ?? width });

/** At the present height. */
function write(parent: PDFKit.PDFStructureElement, tag: string, typed: string, piece: Piece): void {
  const element = doc.struct(tag, {}, () => {
    doc
      .font(piece.font)
      .fontSize(piece.size)
      .fillColor(piece.color ?? ink);
    doc.text(text(typed), page.side + (piece.x ?? 0), y, {
      width: piece.width ?? width,
      align: piece.right ? "right" : "left",
    });
  });
  parent.add(element);
  element.end();
}

function makeRoom(height: number): boolean {
  if (y + height <= lastLine) return false;
  addPage();
  return true;
}

function paragraph(tag: string, typed: string, piece: Piece, after: number): void {
  const height = heightOf(typed, piece);
  makeRoom(height);
  write(root, tag, typed, piece);
  y += height + after;
}

let columns: readonly PdfColumn[] = [];
let table: PDFKit.PDFStructureElement | undefined;

function endTable(): void {
  table?.end();
  if (table) y += 14;
  table = undefined;
}

const gap = 10;

function piecesOf(font: FontName, size: number, color: string): Piece[] {
  const whole = columns.reduce((sum, column) => sum + column.width, 0);
  let x = 0;
  return columns.map((column, at) => {
    const room = (column.width / whole) * width;
    // The last amounts align with the lines below the rows.
    const used = at === columns.length - 1 ? room : room - gap;
    const piece: Piece = { font, size, color, x, width: used, right: column.right === true };
    x += room;
    return piece;
  });
}

/** In points. A longer amount wraps after all. */
const smallestAmount = 6;

/** Shrinks an amount that does not fit: a broken number reads as another. */
function fitAmount(piece: Piece, typed: string): Piece {
  if (!piece.right || piece.width === undefined) return piece;
  const needed = doc.font(piece.font).fontSize(piece.size).widthOfString(text(typed));
  if (needed <= piece.width) return piece;
  // A little less: the widths of letters are rounded.
  const size = Math.floor(((piece.size * piece.width) / needed) * 10 - 0.5) / 10;
  return { ...piece, size: Math.max(smallestAmount, size) };
}

function tableRow(
  cells: readonly string[],
  { tag, font, size, color }: { tag: "TH" | "TD"; font: FontName; size: number; color: string },
): void {
  const pieces = piecesOf(font, size, color).map((piece, at) =>
    tag === "TD" ? fitAmount(piece, cells[at] ?? "") : piece,
  );
  const height = Math.max(...pieces.map((piece, at) => heightOf(cells[at] ?? "", piece))) + 8;
  if (makeRoom(height) && tag === "TD") repeatTitles();
  const row = doc.struct("TR");
  table?.add(row);
  for (const [at, piece] of pieces.entries()) write(row, tag, cells[at] ?? "", piece);
  row.end();
  y += height;
  artifact(() => {
    doc
      .moveTo(page.side, y - 5)
      .lineTo(page.side + width, y - 5)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke();
  });
}

const titleLook = { tag: "TH", font: "bold", size: 8.5, color: soft } as const;

/** On the next page; not read aloud again. */
function repeatTitles(): void {
  const pieces = piecesOf(titleLook.font, titleLook.size, titleLook.color);
  const height = Math.max(...pieces.map((piece, at) => heightOf(columns[at]?.title ?? "", piece))) + 8;
  artifact(() => {
    for (const [at, piece] of pieces.entries()) {
      doc.font(piece.font).fontSize(piece.size).fillColor(soft);
      doc.text(text(columns[at]?.title ?? ""), page.side + (piece.x ?? 0), y, {
        width: piece.width ?? width,
        align: piece.right ? "right" : "left",
      });
    }
  });
  y += height;
}

/** In points: a heading, a table's titles and a row. */
const headingRoom = 90;

function draw(block: PdfBlock): void {
  if (block.kind !== "rows") endTable();
  switch (block.kind) {
    case "heading":
      y += 6;
      // Together with the start of its content.
      makeRoom(headingRoom);
      paragraph("H2", block.text, { font: "bold", size: 13 }, 8);
      break;
    case "text":
      paragraph("P", block.text, { font: "regular", size: 9.5, color: soft }, 6);
      break;
    case "marks":
      for (const mark of block.marks) drawMark(mark);
      break;
    case "facts":
      drawFacts(block);
      break;
    case "table":
      columns = block.columns;
      makeRoom(60);
      table = doc.struct("Table");
      root.add(table);
      tableRow(
        columns.map(({ title }) => title),
        titleLook,
      );
      break;
    case "rows":
      for (const cells of block.rows)
        tableRow(cells, { tag: "TD", font: block.strong ? "bold" : "regular", size: 9.5, color: ink });
  }
}

function drawMark(mark: SheetMark): void {
  const draw = () => {
    doc.save().scale(page.width / sheetSize.width);
    if (mark.kind === "text") drawRuns(mark);
    else drawPath(mark);
    doc.restore();
  };
  if (mark.kind === "path" && !mark.says) {
    artifact(draw);
    return;
  }
  const says = mark.kind === "path" ? { actual: mark.says } : {};
  const element = doc.struct(mark.kind === "text" && mark.isTitle ? "H1" : "P", says, draw);
  root.add(element);
  element.end();
}

function drawPath({ path, x = 0, y = 0, scale = 1, fill, line, cut }: Extract<SheetMark, { kind: "path" }>) {
  const frame = sheetFrame;
  if (cut) doc.roundedRect(frame.x, frame.y, frame.width, frame.height, frame.radius).clip();
  doc.translate(x, y).scale(scale).path(path);
  if (fill) doc.fill(fill);
  else if (line) doc.lineWidth(line.width).lineCap("round").stroke(line.colour);
}

function drawRuns({ x, y, size, colour, runs, ends }: Extract<SheetMark, { kind: "text" }>): void {
  const fontOf = (bold: boolean | undefined) => doc.font(bold ? "bold" : "regular").fontSize(size);
  const widths = runs.map((run) => fontOf(run.bold).widthOfString(text(run.text)));
  let at = ends ? x - widths.reduce((sum, each) => sum + each, 0) : x;
  for (const [index, run] of runs.entries()) {
    fontOf(run.bold)
      .fillColor(colour)
      .text(text(run.text), at, y, { lineBreak: false, baseline: "alphabetic" });
    at += widths[index] ?? 0;
  }
}

function drawFacts({ rows, right }: Extract<PdfBlock, { kind: "facts" }>): void {
  const facts = doc.struct("Table");
  root.add(facts);
  const nameWidth = right ? width * 0.65 : width * 0.28;
  for (const [name, value] of rows) {
    const size = 10;
    const namePiece: Piece = { font: "regular", size, color: soft, width: nameWidth - gap };
    const valuePiece: Piece = {
      font: "bold",
      size,
      x: nameWidth,
      width: width - nameWidth,
      right: right === true,
    };
    const height = Math.max(heightOf(name, namePiece), heightOf(value, valuePiece)) + 6;
    makeRoom(height);
    const row = doc.struct("TR");
    facts.add(row);
    write(row, "TH", name, namePiece);
    write(row, "TD", value, valuePiece);
    row.end();
    y += height;
  }
  facts.end();
  y += 10;
}

addPage();
if (!head.isSheet) {
  paragraph("P", head.issuer, { font: "bold", size: 10, color: soft }, 4);
  paragraph("H1", head.title, { font: "display", size: 24 }, 14);
}

parentPort?.on("message", (block: PdfBlock | null) => {
  if (block) {
    draw(block);
    parentPort?.postMessage("next");
    return;
  }
  endTable();
  root.end();
  doc.end();
});
parentPort?.postMessage("next");
