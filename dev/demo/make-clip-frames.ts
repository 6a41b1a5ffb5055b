/**
 * Draws the frames of the demo clips (`<slug>/0000.png`…, 640 × 360, 12 a second) and their tunes (`<slug>/tune.wav`).
 * Used by make-assets.sh, which turns them into videos. `folder [slug…]`
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCanvas } from "./drawings/canvas";
import { clipSeconds, lessonFrame } from "./drawings/lesson";
import { scenes } from "./drawings/scenes";
import { tuneAsWav } from "./drawings/tune";

const framesPerSecond = 12;
const [folder, ...slugs] = process.argv.slice(2);
if (!folder) throw new Error("Say which folder to draw into.");

const canvas = await openCanvas(640);
for (const scene of scenes) {
  if (slugs.length > 0 && !slugs.includes(scene.slug)) continue;
  const own = join(folder, scene.slug);
  mkdirSync(own, { recursive: true });
  for (let frame = 0; frame < clipSeconds * framesPerSecond; frame++) {
    const png = await canvas.png(lessonFrame(scene, frame / framesPerSecond));
    writeFileSync(join(own, `${String(frame).padStart(4, "0")}.png`), png);
  }
  writeFileSync(join(own, "tune.wav"), tuneAsWav(scene.tune.root, scene.tune.notes, clipSeconds));
  console.log(`${scene.slug}: drawn`);
}
await canvas.close();
