import { encode } from "uqr";

/** A QR code as one SVG path: `size` is the side of its square, in modules, the quiet zone included. */
export interface QrCode {
  size: number;
  path: string;
}

/** The light border that readers need around a code, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** Returns the QR code of a text; undefined for one that is too long for any. */
export function drawQrCode(text: string): QrCode | undefined {
  try {
    const { data, size } = encode(text, { ecc: "M", border: quietZone });
    return { size, path: data.map(drawRow).join("") };
  } catch {
    return undefined;
  }
}

/** Draws each run of dark modules as one rectangle: a sixth of the bytes of one rectangle for each module. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    const width = x + 1 - from;
    path += `M${from} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
