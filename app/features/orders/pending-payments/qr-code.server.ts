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
    const rows = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
    return { size, path: rows.join("") };
  } catch {
    return undefined;
  }
}
