/** Draws the thumbnails of the demo videos: 1280 × 720 WebP. Used by make-assets.sh. `[folder] [slug…]` */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { openCanvas } from "./drawings/canvas";
import { scenes } from "./drawings/scenes";

const [folder = "dev/demo/assets", ...slugs] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const canvas = await openCanvas(1280);
for (const scene of scenes) {
  if (slugs.length > 0 && !slugs.includes(scene.slug)) continue;
  const png = await canvas.png(scene.draw(scene.stillAt));
  const { size } = await sharp(png)
    .webp({ quality: 84, effort: 6, smartSubsample: true })
    .toFile(join(folder, `${scene.slug}.webp`));
  console.log(`${scene.slug}.webp: ${size} bytes`);
}
await canvas.close();
