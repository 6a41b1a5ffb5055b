import { encode } from "uqr";

/** One SVG path. `size`: the square's side in modules, with the quiet zone. */
export interface QrCode {
  size: number;
  path: string;
}

/** In modules (ISO/IEC 18004). */
const quietZone = 4;

/** Undefined for a text that is too long. */
export function drawQrCode(text: string): QrCode | undefined {
  try {
    const { data, size } = encode(text, { ecc: "M", border: quietZone });
    return { size, path: data.map(drawRow).join("") };
  } catch {
    return undefined;
  }
}

/** One rectangle per run of dark modules: a sixth of the bytes of one per module. */
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
