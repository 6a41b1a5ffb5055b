/** `npx tsx tests/ui/make-icons.ts`: draws the icons in `public/` anew, after the bird or its colours changed. */
import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { bareSvg, faviconSvg, tileSvg } from "./icon-drawings";

const publicFile = (name: string) => new URL(`../../public/${name}`, import.meta.url);

function png(svg: string, side: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 72 * (side / 16) })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** An ICO file of PNG pictures (six bytes of header, then sixteen for each picture, all little-endian). */
function ico(pictures: readonly { side: number; data: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ side, data }, index) => {
    const entry = 6 + 16 * index;
    header.writeUInt8(side, entry);
    header.writeUInt8(side, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(data.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += data.length;
  });
  return Buffer.concat([header, ...pictures.map(({ data }) => data)]);
}

writeFileSync(publicFile("favicon.svg"), faviconSvg());
writeFileSync(
  publicFile("favicon.ico"),
  ico(await Promise.all([16, 32, 48].map(async (side) => ({ side, data: await png(bareSvg(), side) })))),
);
writeFileSync(publicFile("apple-touch-icon.png"), await png(tileSvg(0.78), 180));
writeFileSync(publicFile("icon-192.png"), await png(tileSvg(0.78), 192));
writeFileSync(publicFile("icon-512.png"), await png(tileSvg(0.78), 512));
// Android cuts a maskable icon to a shape: what counts stays within the inner 80 %.
writeFileSync(publicFile("icon-maskable-512.png"), await png(tileSvg(0.58), 512));
